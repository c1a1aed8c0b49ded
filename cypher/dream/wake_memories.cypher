// Wake sleeping memories: each returns to the tier it slept from and counts as used now.
// Until $until no dream puts them to sleep; with null the next dream may.
// mode: write
// params: owner, ids, now, reason, until
// returns: id
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner AND m.tier = 'dormant' AND NOT EXISTS { (m)-[:VERSION_OF]->(:Memory) }
MATCH (m)-[open:IN_TIER]->(:Tier)
WHERE open.until IS NULL
WITH m, open, COLLECT { MATCH (m)-[s:IN_TIER]->(t:Tier) WHERE s.until IS NOT NULL AND t.name <> 'dormant'
                        RETURN t.name ORDER BY s.until DESC LIMIT 1 } AS before
WITH m, open, coalesce(before[0], 'episodic') AS back
MERGE (t:Tier {owner: $owner, name: back})
SET open.until = CASE WHEN open.since >= $now THEN open.since + duration({microseconds: 1}) ELSE $now END,
    m.tier = back, m.merged_into = null, m.last_accessed_at = CASE WHEN m.last_accessed_at < $now THEN $now ELSE m.last_accessed_at END,
    m.kept_awake_until = $until,
    m.used_at = CASE WHEN m.used_at > $now THEN m.used_at ELSE $now END
CREATE (m)-[:IN_TIER {since: open.until, reason: $reason}]->(t)
RETURN m.id AS id
