// Everything of an owner is found, counted and erased by this key.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX api_key_owner IF NOT EXISTS FOR (n:ApiKey) ON (n.owner)
