// Find unconfirmed dreams that would change nine tenths of the awake memories, of fifty or more.
// A wrong rule is more likely than so many wrong memories.
// mode: read
// params: nothing
// returns: found, example
MATCH (r:DreamRun)
WHERE r.state = 'held' AND r.awake >= 50 AND r.planned >= 0.9 * r.awake
RETURN count(r) AS found, min(r.id) AS example
