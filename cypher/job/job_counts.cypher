// Count the jobs of all owners by state, for health and metrics.
// State and time come from the index; no node is read.
// mode: read
// params: nothing
// returns: state, count, waiting_seconds
UNWIND ['queued', 'running', 'failed', 'done', 'dead', 'cancelled'] AS state
CALL (state) {
  MATCH (j:Job) WHERE j.state = state AND j.run_after IS NOT NULL
  RETURN count(*) AS count, min(j.run_after) AS since
}
WITH state, count, CASE WHEN state IN ['queued', 'failed'] THEN since END AS ready
WHERE count > 0
RETURN state, count, coalesce(duration.inSeconds(ready, datetime.realtime()).seconds, 0) AS waiting_seconds
