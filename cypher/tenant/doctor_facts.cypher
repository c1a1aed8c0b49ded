// Find open facts whose memory is believed no longer, or was replaced and ended before them.
// mode: read
// params: nothing
// returns: found, example
MATCH ()-[f:FACT]->()
WHERE f.version_of IS NULL AND f.retracted_at = datetime('9999-12-31T00:00:00Z')
MATCH (m:Memory {id: f.memory_id})
WHERE m.owner = f.owner
  AND (m.retracted_at < f.retracted_at
       OR (f.valid_until > m.valid_until
           AND EXISTS { MATCH (b:Memory)-[e:SUPERSEDES]->(m)
                        WHERE e.detected_by IN ['gate', 'review'] AND e.retracted_at = f.retracted_at
                          AND b.retracted_at = f.retracted_at }))
RETURN count(f) AS found, min(f.fact_id) AS example
