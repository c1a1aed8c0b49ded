// Return, of these imported memories, those that are no longer believed or were replaced.
// Their facts end with them.
// mode: read
// params: owner, ids
// returns: id
UNWIND $ids AS one
MATCH (m:Memory {id: one})
WHERE m.owner = $owner
  AND (m.retracted_at < datetime('9999-12-31T00:00:00Z')
       OR EXISTS { MATCH (b:Memory)-[e:SUPERSEDES]->(m)
                   WHERE e.detected_by IN ['gate', 'review'] AND e.retracted_at = m.retracted_at
                     AND b.retracted_at = m.retracted_at })
RETURN m.id AS id
