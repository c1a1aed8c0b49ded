// Assign a ready job to a worker.
// It takes the job's own lock first, so that one of several workers wins. Then it reads the state anew: the job may
// have been taken, renewed or ended in between. The second MATCH is there because the plan may remember the values of
// the first. No lock covers several jobs: a worker that stalls in the middle keeps others from this job alone. All
// times are the database's.
// mode: write
// params: id, worker, lease_seconds
// returns: id, owner, owner_name, kind, token, attempts, max_attempts, payload
MATCH (held:Job {id: $id})
SET held.touched_at = datetime.realtime()
WITH datetime.realtime() AS now
MATCH (j:Job {id: $id})
WHERE (j.state IN ['queued', 'failed'] AND j.run_after <= now) OR (j.state = 'running' AND j.lease_until <= now)
SET j.state = 'running', j.lease_token = j.lease_token + 1, j.attempts = j.attempts + 1, j.worker = $worker,
    j.lease_until = now + duration({seconds: $lease_seconds}), j.started_at = now, j.done = 0
REMOVE j.total, j.ended_at
RETURN j.id AS id, j.owner AS owner, j.owner_name AS owner_name, j.kind AS kind, j.lease_token AS token,
       j.attempts AS attempts, j.max_attempts AS max_attempts, j.payload AS payload
