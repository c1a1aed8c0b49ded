// Mark a session as active when a message comes; a session that idled out or ended continues.
// mode: write
// params: owner, id, now, messages
// returns: id
MATCH (s:Session {owner: $owner, id: $id})
SET s.last_active_at = $now, s.messages = s.messages + $messages, s.state = 'active', s.ended_at = null
RETURN s.id AS id
