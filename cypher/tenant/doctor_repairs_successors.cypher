// End replaced memories where their successor begins, or on the day that it announces.
// A memory that would then have no length was never true, and is believed no longer.
// mode: write
// params: limit
// returns: changed
MATCH (b:Memory)-[e:SUPERSEDES]->(a:Memory)
WHERE e.detected_by IN ['gate', 'review'] AND e.retracted_at = datetime('9999-12-31T00:00:00Z')
  AND a.retracted_at = e.retracted_at AND b.retracted_at = e.retracted_at AND a.valid_until > b.valid_from
  AND a.valid_until > coalesce(e.valid_from, b.valid_from)
WITH a, min(coalesce(e.valid_from, b.valid_from)) AS successor LIMIT $limit
WITH a, successor, coalesce(successor <= a.valid_from, false) AS never,
     CASE WHEN a.recorded_at >= datetime() THEN a.recorded_at + duration({microseconds: 1}) ELSE datetime() END AS now
SET a.valid_until = CASE WHEN never THEN a.valid_until ELSE successor END,
    a.retracted_at = CASE WHEN never THEN now ELSE a.retracted_at END
RETURN count(a) AS changed
