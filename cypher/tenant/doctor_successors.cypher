// Memories that are still believed to hold beside the one that the gate let replace them.
// mode: read
// params: nothing
// returns: found, example
MATCH (b:Memory)-[e:SUPERSEDES {detected_by: 'gate'}]->(a:Memory)
WHERE e.retracted_at = datetime('9999-12-31T00:00:00Z') AND a.retracted_at = e.retracted_at
  AND b.retracted_at = e.retracted_at AND a.valid_until > b.valid_from
RETURN count(a) AS found, min(a.id) AS example
