// Everything of an owner is found, counted and erased by this key.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX job_owner IF NOT EXISTS FOR (n:Job) ON (n.owner)
