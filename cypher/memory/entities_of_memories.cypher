// Return the entities that each of these memories mentions, at most $limit of each.
// mode: read
// params: owner, ids, limit
// returns: memory, found
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
RETURN m.id AS memory,
       COLLECT { MATCH (m)-[:MENTIONS]->(e:Entity) WITH e LIMIT $limit
                 RETURN {uri: e.uri, type: e.type, name: e.name, aliases: coalesce(e.aliases, []),
                         mentions: coalesce(e.mentions, 0), own_type: e.own_type} ORDER BY e.uri } AS found
