// Return whether any key was issued: without one the server could serve no other machine.
// mode: read
// params: nothing
// returns: found
RETURN EXISTS { MATCH (k:ApiKey) WHERE k.hash IS NOT NULL } AS found
