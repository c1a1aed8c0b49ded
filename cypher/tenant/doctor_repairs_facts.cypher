// End open facts with the memory that grounds them, if it is believed no longer or was replaced.
// mode: write
// params: limit
// returns: changed
MATCH (s:Entity)-[f:FACT]->(o:Entity)
WHERE f.version_of IS NULL AND f.retracted_at = datetime('9999-12-31T00:00:00Z')
MATCH (m:Memory {id: f.memory_id})
WHERE m.owner = f.owner
  AND (m.retracted_at < f.retracted_at
       OR (f.valid_until > m.valid_until
           AND EXISTS { MATCH (b:Memory)-[e:SUPERSEDES]->(m)
                        WHERE e.detected_by IN ['gate', 'review'] AND e.retracted_at = f.retracted_at
                          AND b.retracted_at = f.retracted_at }))
WITH s, o, f, m LIMIT $limit
WITH s, o, f, m, m.retracted_at = f.retracted_at AND f.valid_from < m.valid_until AS changed,
     CASE WHEN m.retracted_at < f.retracted_at AND f.recorded_at < m.retracted_at THEN m.retracted_at
          WHEN f.recorded_at < datetime() THEN datetime() ELSE f.recorded_at + duration({microseconds: 1}) END AS later
FOREACH (_ IN CASE WHEN changed THEN [1] ELSE [] END |
  CREATE (s)-[former:FACT]->(o)
  SET former = properties(f), former.fact_id = f.fact_id + '<' + toString(m.valid_until),
      former.version_of = f.fact_id, former.slot = null, former.retracted_at = later, f.recorded_at = later
)
SET f.valid_until = CASE WHEN changed THEN m.valid_until ELSE f.valid_until END,
    f.retracted_at = CASE WHEN changed THEN f.retracted_at ELSE later END
RETURN count(f) AS changed
