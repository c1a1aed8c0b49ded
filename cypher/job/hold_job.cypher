// Record work that the asking process does itself, under a lease like a worker's.
// If that process dies the lease lapses, and a worker claims the job to finish what was begun. No row comes back while
// another process holds the same job, or before the job is closed.
// mode: write
// params: owner, owner_name, id, kind, payload, worker, lease_seconds, max_attempts
// returns: token
MERGE (j:Job {id: $id})
ON CREATE SET j.owner = $owner, j.kind = $kind, j.lease_token = 0
SET j.touched_at = datetime.realtime()
WITH j, datetime.truncate('microsecond', j.touched_at) AS now
WHERE j.state IS NULL OR j.state IN ['done', 'dead', 'cancelled']
SET j.owner_name = $owner_name, j.state = 'running', j.payload = $payload, j.worker = $worker, j.attempts = 1,
    j.max_attempts = $max_attempts, j.lease_token = j.lease_token + 1, j.done = 0, j.again = false, j.created_at = now,
    j.run_after = now, j.started_at = now, j.lease_until = now + duration({seconds: $lease_seconds})
REMOVE j.total, j.error, j.ended_at
RETURN j.lease_token AS token
