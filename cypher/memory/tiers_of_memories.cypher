// Return the stays in tiers of each of these memories, first to last, at most $limit of each.
// mode: read
// params: owner, ids, limit
// returns: memory, found
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
RETURN m.id AS memory,
       COLLECT { MATCH (m)-[s:IN_TIER]->(t:Tier) WITH s, t LIMIT 200
                 RETURN {tier: t.name, since: s.since, until: s.until, reason: s.reason}
                 ORDER BY s.since LIMIT $limit } AS found
