// Whether any key exists: without one the API answers on loopback only, for one local owner.
// mode: read
// params: nothing
// returns: found
RETURN EXISTS { MATCH (k:ApiKey) WHERE k.hash IS NOT NULL } AS found
