// The owner's sessions, the latest first.
// mode: read
// params: owner, limit
// returns: id, agent, state, started_at, last_active_at, ended_at, messages, held
MATCH (s:Session)
USING INDEX s:Session(owner, last_active_at)
WHERE s.owner = $owner AND s.last_active_at IS NOT NULL
WITH s ORDER BY s.owner DESC, s.last_active_at DESC LIMIT $limit
RETURN s.id AS id, s.agent AS agent, s.state AS state, s.started_at AS started_at, s.last_active_at AS last_active_at,
       s.ended_at AS ended_at, s.messages AS messages, COUNT { (s)-[:HOLDS]->() } AS held
ORDER BY last_active_at DESC
