// Return the former texts of each of these memories, oldest first, at most $limit of each.
// mode: read
// params: owner, ids, limit
// returns: memory, found
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
RETURN m.id AS memory,
       COLLECT { MATCH (v:Memory)-[:VERSION_OF]->(m) WITH v LIMIT 200 WHERE v.forgotten_at IS NULL
                 RETURN {id: v.id, text: v.text, valid_until: v.valid_until, recorded_at: v.recorded_at,
                         retracted_at: v.retracted_at} ORDER BY v.recorded_at LIMIT $limit } AS found
