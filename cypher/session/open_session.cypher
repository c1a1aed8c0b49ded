// Open a session of an owner.
// An existing session continues, unless it has ended: then it starts anew. `anew` says that its agent no longer has any
// of the earlier turns and blocks before it.
// mode: write
// params: owner, id, agent, anew, now
// returns: started_at, ended_at, messages
MERGE (s:Session {owner: $owner, id: $id})
ON CREATE SET s.started_at = $now, s.messages = 0, s.memory_enabled = true, s.state = 'active'
SET s.last_active_at = $now, s.agent = coalesce($agent, s.agent),
    s.started_at = CASE WHEN s.state = 'active' THEN s.started_at ELSE $now END,
    s.state = 'active', s.ended_at = null,
    s.context_since = CASE WHEN $anew THEN $now ELSE s.context_since END
RETURN s.started_at AS started_at, s.ended_at AS ended_at, s.messages AS messages
