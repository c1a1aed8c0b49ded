// Jobs that could have run for more than an hour and were taken by nobody: no server works, or it cannot keep up.
// mode: read
// params: nothing
// returns: found, example
MATCH (j:Job)
WHERE j.state IN ['queued', 'failed'] AND j.run_after < datetime.realtime() - duration('PT1H')
RETURN count(j) AS found, min(j.id) AS example
