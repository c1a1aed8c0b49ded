// Find causes that nobody stated and that share nothing with their effects but the speaker.
// mode: read
// params: nothing
// returns: found, example
MATCH (a:Memory)-[e:CAUSES]->(b:Memory)
WHERE e.retracted_at > datetime() AND coalesce(e.detected_by, '') <> 'manual' AND size(coalesce(e.grounds, [])) = 0
RETURN count(e) AS found, min(a.id) AS example
