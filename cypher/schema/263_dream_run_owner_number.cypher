// The dreams of an owner in the order in which they ran.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX dream_run_owner_number IF NOT EXISTS FOR (n:DreamRun) ON (n.owner, n.number)
