// List the owner's sessions, the latest first, after a cursor.
// mode: read
// params: owner, after_at, after_id, limit
// returns: id, agent, state, started_at, last_active_at, ended_at, messages, held
MATCH (s:Session)
USING INDEX s:Session(owner, last_active_at)
WHERE s.owner = $owner AND s.last_active_at <= coalesce($after_at, datetime('9999-12-31T00:00:00Z'))
  AND ($after_at IS NULL OR s.last_active_at < $after_at OR s.id < $after_id)
WITH s ORDER BY s.owner DESC, s.last_active_at DESC, s.id DESC LIMIT $limit
RETURN s.id AS id, s.agent AS agent, s.state AS state, s.started_at AS started_at, s.last_active_at AS last_active_at,
       s.ended_at AS ended_at, s.messages AS messages, COUNT { (s)-[:HOLDS]->() } AS held
ORDER BY last_active_at DESC, id DESC
