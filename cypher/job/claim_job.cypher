// Gives a worker the job that has been ready longest, of any owner: queued, failed with its wait over, or running under
// a lease that has lapsed. The lock on one Lease node comes first, so workers choose one after another and never the
// same; the job's own lock comes before its state is read again, since its holder may have renewed the lease or ended
// the job in between. The second MATCH is there because the first one's values may be remembered by the plan.
// All times are the database's.
// mode: write
// params: kinds, worker, lease_seconds
// returns: id, owner, owner_name, kind, token, attempts, max_attempts, payload
MERGE (queue:Lease {name: 'jobs'})
SET queue.token = coalesce(queue.token, 0) + 1
WITH datetime.realtime() AS now
CALL (now) {
  MATCH (j:Job) WHERE j.state = 'queued' AND j.run_after <= now AND j.kind IN $kinds
  RETURN j.id AS id, j.run_after AS since ORDER BY j.state, j.run_after LIMIT 1
  UNION ALL
  MATCH (j:Job) WHERE j.state = 'failed' AND j.run_after <= now AND j.kind IN $kinds
  RETURN j.id AS id, j.run_after AS since ORDER BY j.state, j.run_after LIMIT 1
  UNION ALL
  MATCH (j:Job) WHERE j.state = 'running' AND j.lease_until <= now AND j.kind IN $kinds
  RETURN j.id AS id, j.lease_until AS since ORDER BY j.state, j.lease_until LIMIT 1
}
WITH now, id, since ORDER BY since LIMIT 1
MATCH (held:Job {id: id})
SET held.touched_at = now
WITH now, id
MATCH (j:Job {id: id})
WHERE (j.state IN ['queued', 'failed'] AND j.run_after <= now) OR (j.state = 'running' AND j.lease_until <= now)
SET j.state = 'running', j.lease_token = j.lease_token + 1, j.attempts = j.attempts + 1, j.worker = $worker,
    j.lease_until = now + duration({seconds: $lease_seconds}), j.started_at = now, j.done = 0
REMOVE j.total, j.ended_at
RETURN j.id AS id, j.owner AS owner, j.owner_name AS owner_name, j.kind AS kind, j.lease_token AS token,
       j.attempts AS attempts, j.max_attempts AS max_attempts, j.payload AS payload
