// Return the agent of a session of the owner; no row for a session that does not exist.
// mode: read
// params: owner, id
// returns: agent
MATCH (s:Session {owner: $owner, id: $id})
RETURN s.agent AS agent
