// Find memories that still hold beside the memory that replaced them.
// The gate, or a caller that it asked, let it replace them: from its beginning, or from the day that it announces,
// which the edge names.
// mode: read
// params: nothing
// returns: found, example
MATCH (b:Memory)-[e:SUPERSEDES]->(a:Memory)
WHERE e.detected_by IN ['gate', 'review'] AND e.retracted_at = datetime('9999-12-31T00:00:00Z')
  AND a.retracted_at = e.retracted_at AND b.retracted_at = e.retracted_at AND a.valid_until > b.valid_from
  AND a.valid_until > coalesce(e.valid_from, b.valid_from)
RETURN count(a) AS found, min(a.id) AS example
