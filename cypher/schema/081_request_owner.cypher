// Everything of an owner is found, counted and erased by this key.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX request_owner IF NOT EXISTS FOR (n:Request) ON (n.owner)
