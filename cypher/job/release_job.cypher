// Return a running job to the queue when its worker is told to stop.
// The attempt does not count, since nothing failed.
// mode: write
// params: owner, id, token
// returns: state
MATCH (j:Job {id: $id, owner: $owner})
SET j.touched_at = datetime.realtime()
WITH j WHERE j.state = 'running' AND j.lease_token = $token
SET j.state = 'queued', j.attempts = j.attempts - 1, j.run_after = datetime.realtime()
REMOVE j.lease_until, j.worker
RETURN j.state AS state
