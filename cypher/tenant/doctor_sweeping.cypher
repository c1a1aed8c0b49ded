// Dreams that wait for a confirmation and would change nine tenths of what is awake, of fifty memories or more: rather a
// rule is wrong than they.
// mode: read
// params: nothing
// returns: found, example
MATCH (r:DreamRun)
WHERE r.state = 'held' AND r.awake >= 50 AND r.planned >= 0.9 * r.awake
RETURN count(r) AS found, min(r.id) AS example
