// Extends a lease and tells how far the work is. No row comes back to a worker whose lease another has taken, whose
// job was erased with its owner, or was ended.
// mode: write
// params: owner, id, token, lease_seconds, done, total
// returns: lease_until
MATCH (j:Job {id: $id, owner: $owner})
SET j.touched_at = datetime.realtime()
WITH j WHERE j.state = 'running' AND j.lease_token = $token
SET j.lease_until = datetime.realtime() + duration({seconds: $lease_seconds}),
    j.done = $done, j.total = $total
RETURN j.lease_until AS lease_until
