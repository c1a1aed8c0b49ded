// Everything of an owner is found, counted and erased by this key.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX agent_owner IF NOT EXISTS FOR (n:Agent) ON (n.owner)
