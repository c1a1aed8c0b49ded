// Return whether the owner has a session of this id, in whatever state.
// mode: read
// params: owner, id
// returns: found
RETURN EXISTS { MATCH (s:Session {owner: $owner, id: $id}) } AS found
