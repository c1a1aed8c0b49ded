// Workers take the job that has been ready longest without reading those that wait or have ended.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX job_state_run_after IF NOT EXISTS FOR (n:Job) ON (n.state, n.run_after)
