// List a page of an owner's jobs, the latest request first.
// The next page begins below the last time and id; null filters let everything through. One row more than the page
// tells whether another follows. The statement names the index whose order it uses, because a small store's plan would
// sort.
// mode: read
// params: owner, states, kinds, before, before_id, limit
// returns: id, kind, state, attempts, max_attempts, done, total, error, worker, created_at, run_after, started_at, ended_at, lease_until
MATCH (j:Job)
USING INDEX j:Job(owner, created_at, id)
WHERE j.owner = $owner AND j.id IS NOT NULL AND j.created_at <= coalesce($before, datetime('9999-12-31T00:00:00Z'))
  AND ($before IS NULL OR j.created_at < $before OR j.id < $before_id)
  AND ($states IS NULL OR j.state IN $states) AND ($kinds IS NULL OR j.kind IN $kinds)
RETURN j.id AS id, j.kind AS kind, j.state AS state, j.attempts AS attempts, j.max_attempts AS max_attempts,
       j.done AS done, j.total AS total, j.error AS error, j.worker AS worker, j.created_at AS created_at,
       j.run_after AS run_after, j.started_at AS started_at, j.ended_at AS ended_at, j.lease_until AS lease_until
ORDER BY j.owner DESC, j.created_at DESC, j.id DESC
LIMIT $limit
