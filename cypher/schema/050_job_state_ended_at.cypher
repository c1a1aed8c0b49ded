// Finds jobs that ended long ago, so that removing them needs no scan.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX job_state_ended_at IF NOT EXISTS FOR (n:Job) ON (n.state, n.ended_at)
