// The jobs that have been ready longest, of any owner: queued, failed with their wait over, or running under a lease that
// has lapsed. Three index seeks that read only: idle workers ask this, so that waiting writes nothing, and whoever claims
// waits for nobody on the way. All times are the database's.
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
