// The owner's sessions, the latest first.
// mode: read
// params: owner, limit
// returns: id, agent, state, started_at, last_active_at, ended_at, messages, held
MATCH (s:Session {owner: $owner})
RETURN s.id AS id, s.agent AS agent, s.state AS state, s.started_at AS started_at, s.last_active_at AS last_active_at,
       s.ended_at AS ended_at, s.messages AS messages, COUNT { (s)-[:HOLDS]->() } AS held
ORDER BY s.last_active_at DESC
LIMIT $limit
