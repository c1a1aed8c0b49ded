// Return one job of an owner.
// mode: read
// params: owner, id
// returns: id, kind, state, attempts, max_attempts, done, total, error, worker, created_at, run_after, started_at, ended_at, lease_until
MATCH (j:Job {id: $id, owner: $owner})
RETURN j.id AS id, j.kind AS kind, j.state AS state, j.attempts AS attempts, j.max_attempts AS max_attempts,
       j.done AS done, j.total AS total, j.error AS error, j.worker AS worker, j.created_at AS created_at,
       j.run_after AS run_after, j.started_at AS started_at, j.ended_at AS ended_at, j.lease_until AS lease_until
