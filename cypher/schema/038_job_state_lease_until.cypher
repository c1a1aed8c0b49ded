// Workers take the next job without scanning finished ones.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX job_state_lease_until IF NOT EXISTS FOR (n:Job) ON (n.state, n.lease_until)
