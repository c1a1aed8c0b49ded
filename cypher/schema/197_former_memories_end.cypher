// Earlier releases left what was replaced as it was when the clock had gone back since: it ends where its successor
// begins, or was never so.
// mode: write
// params: limit
// returns: changed
MATCH (b:Memory)-[e:SUPERSEDES {detected_by: 'gate'}]->(a:Memory)
WHERE e.retracted_at = datetime('9999-12-31T00:00:00Z') AND a.retracted_at = e.retracted_at
  AND b.retracted_at = e.retracted_at AND a.valid_until > b.valid_from
WITH a, min(b.valid_from) AS successor, max(b.recorded_at) AS known LIMIT $limit
WITH a, successor, CASE WHEN known > a.recorded_at THEN known ELSE a.recorded_at + duration({microseconds: 1}) END AS later
SET a.valid_until = CASE WHEN successor > a.valid_from THEN successor ELSE a.valid_until END,
    a.retracted_at = CASE WHEN successor > a.valid_from THEN a.retracted_at ELSE later END
RETURN count(a) AS changed
