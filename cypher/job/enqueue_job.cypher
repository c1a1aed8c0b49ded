// Queue a job; the same request while it waits or runs gives one job.
// Its id is a digest of owner, kind and payload. A job that has ended is queued anew. With $again, a request for a
// running job makes it run once more afterwards: it may have read older data than the request means. Writing
// `touched_at` takes the node's lock before its state is read.
// mode: write
// params: owner, owner_name, id, kind, payload, max_attempts, delay, again
// returns: id, kind, state, attempts, max_attempts, done, total, error, worker, created_at, run_after, started_at, ended_at, lease_until
MERGE (j:Job {id: $id})
ON CREATE SET j.owner = $owner, j.kind = $kind, j.lease_token = 0
SET j.touched_at = datetime.realtime()
WITH j, j.state IS NULL OR j.state IN ['done', 'dead', 'cancelled'] AS ended
WITH j, ended, $again AND NOT ended AND j.state = 'running' AS once_more,
     datetime.truncate('microsecond', j.touched_at) AS now
FOREACH (_ IN CASE WHEN ended THEN [1] ELSE [] END |
  SET j.owner_name = $owner_name, j.state = 'queued', j.payload = $payload, j.max_attempts = $max_attempts,
      j.attempts = 0, j.done = 0, j.again = false, j.created_at = now, j.run_after = now + duration({seconds: $delay})
  REMOVE j.total, j.error, j.worker, j.started_at, j.ended_at, j.lease_until)
FOREACH (_ IN CASE WHEN once_more THEN [1] ELSE [] END | SET j.again = true)
RETURN j.id AS id, j.kind AS kind, j.state AS state, j.attempts AS attempts, j.max_attempts AS max_attempts,
       j.done AS done, j.total AS total, j.error AS error, j.worker AS worker, j.created_at AS created_at,
       j.run_after AS run_after, j.started_at AS started_at, j.ended_at AS ended_at, j.lease_until AS lease_until
