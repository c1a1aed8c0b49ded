// Return the present relations of each of these memories, the surest first, at most $limit of each.
// mode: read
// params: owner, ids, limit
// returns: memory, found
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
RETURN m.id AS memory,
       COLLECT { MATCH (m)-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]-(o:Memory)
                 WITH e, o LIMIT 200
                 WHERE e.retracted_at > datetime() AND m.forgotten_at IS NULL AND o.forgotten_at IS NULL
                 RETURN {type: type(e), outgoing: startNode(e) = m, confidence: e.confidence, detected_by: e.detected_by,
                         valid_from: e.valid_from, id: o.id, text: o.text}
                 ORDER BY e.confidence DESC LIMIT $limit } AS found
