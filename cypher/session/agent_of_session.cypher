// The agent of a session of the owner; no row for a session that there is not.
// mode: read
// params: owner, id
// returns: agent
MATCH (s:Session {owner: $owner, id: $id})
RETURN s.agent AS agent
