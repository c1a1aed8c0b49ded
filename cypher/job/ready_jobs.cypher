// List the jobs of any owner that have been ready longest.
// Ready means queued, failed with the wait over, or running under a lapsed lease. Idle workers ask this with three
// index seeks that only read, so that waiting writes nothing and a claim waits for nobody. All times are the
// database's.
// mode: read
// params: kinds, limit
// returns: id
WITH datetime.realtime() AS now
CALL (now) {
  MATCH (j:Job) WHERE j.state = 'queued' AND j.run_after <= now AND j.kind IN $kinds
  RETURN j.id AS id, j.run_after AS since ORDER BY j.state, j.run_after LIMIT $limit
  UNION ALL
  MATCH (j:Job) WHERE j.state = 'failed' AND j.run_after <= now AND j.kind IN $kinds
  RETURN j.id AS id, j.run_after AS since ORDER BY j.state, j.run_after LIMIT $limit
  UNION ALL
  MATCH (j:Job) WHERE j.state = 'running' AND j.lease_until <= now AND j.kind IN $kinds
  RETURN j.id AS id, j.lease_until AS since ORDER BY j.state, j.lease_until LIMIT $limit
}
RETURN id ORDER BY since LIMIT $limit
