// Everything of an owner is found, counted and erased by this key.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX dream_run_owner IF NOT EXISTS FOR (n:DreamRun) ON (n.owner)
