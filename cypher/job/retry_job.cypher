// Queue a dead job with fresh attempts, or let a failed one run now.
// `former` is the state it was in, so that the caller can refuse other states; the other columns are the job after this
// statement, before a worker takes it.
// mode: write
// params: owner, id
// returns: former, id, kind, state, attempts, max_attempts, done, total, error, worker, created_at, run_after, started_at, ended_at, lease_until
MATCH (j:Job {id: $id, owner: $owner})
SET j.touched_at = datetime.realtime()
WITH j, j.state AS former
FOREACH (_ IN CASE WHEN former IN ['dead', 'failed'] THEN [1] ELSE [] END |
  SET j.state = 'queued', j.attempts = 0, j.run_after = datetime.realtime()
  REMOVE j.ended_at)
RETURN former, j.id AS id, j.kind AS kind, j.state AS state, j.attempts AS attempts, j.max_attempts AS max_attempts,
       j.done AS done, j.total AS total, j.error AS error, j.worker AS worker, j.created_at AS created_at,
       j.run_after AS run_after, j.started_at AS started_at, j.ended_at AS ended_at, j.lease_until AS lease_until
