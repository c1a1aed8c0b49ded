// Extend a lease and record the job's progress.
// No row comes back to a worker whose lease another has taken, or whose job was ended or erased with its owner.
// mode: write
// params: owner, id, token, lease_seconds, done, total
// returns: lease_until
MATCH (j:Job {id: $id, owner: $owner})
SET j.touched_at = datetime.realtime()
WITH j WHERE j.state = 'running' AND j.lease_token = $token
SET j.lease_until = datetime.realtime() + duration({seconds: $lease_seconds}),
    j.done = $done, j.total = $total
RETURN j.lease_until AS lease_until
