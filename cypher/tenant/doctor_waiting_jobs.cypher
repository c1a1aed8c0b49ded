// Find jobs ready for more than an hour that no worker took: no server works, or it cannot keep up.
// mode: read
// params: nothing
// returns: found, example
MATCH (j:Job)
WHERE j.state IN ['queued', 'failed'] AND j.run_after < datetime.realtime() - duration('PT1H')
RETURN count(j) AS found, min(j.id) AS example
