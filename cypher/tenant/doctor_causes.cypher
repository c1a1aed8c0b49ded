// Find causes that begin on a later day than their effects.
// mode: read
// params: nothing
// returns: found, example
MATCH (a:Memory)-[e:CAUSES]->(b:Memory)
WHERE e.retracted_at > datetime() AND date(a.valid_from) > date(b.valid_from)
RETURN count(e) AS found, min(a.id) AS example
