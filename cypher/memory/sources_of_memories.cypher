// Return source turns of each of these memories, the earliest first, at most $limit of each.
// mode: read
// params: owner, ids, limit
// returns: memory, sources
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
RETURN m.id AS memory,
       COLLECT { MATCH (m)-[:DERIVED_FROM]->(d:Drawer) WHERE d.withheld IS NULL AND m.forgotten_at IS NULL WITH d LIMIT $limit RETURN {id: d.id,
                 pointer: d.pointer, text: d.text, speaker: d.speaker, said_at: d.said_at} ORDER BY d.said_at } AS sources
