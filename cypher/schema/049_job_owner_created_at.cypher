// Pages through an owner's jobs, the last first; the id decides between those of one moment.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX job_owner_created_at IF NOT EXISTS FOR (n:Job) ON (n.owner, n.created_at, n.id)
