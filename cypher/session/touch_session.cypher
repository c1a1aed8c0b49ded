// A message came: the session is active now. One that idled out or ended goes on.
// mode: write
// params: owner, id, now, messages
// returns: id
MATCH (s:Session {owner: $owner, id: $id})
SET s.last_active_at = $now, s.messages = s.messages + $messages, s.state = 'active', s.ended_at = null
RETURN s.id AS id
