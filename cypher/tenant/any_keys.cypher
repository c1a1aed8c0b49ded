// Whether any key was issued: without one nobody of another machine could be served.
// mode: read
// params: nothing
// returns: found
RETURN EXISTS { MATCH (k:ApiKey) WHERE k.hash IS NOT NULL } AS found
