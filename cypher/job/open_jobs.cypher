// Count waiting, running and failed jobs of all owners by kind, for metrics.
// Of each state at most `most` jobs count, those ready longest. `age_seconds` is the time since the first of them was
// requested.
// mode: read
// params: most
// returns: state, kind, count, age_seconds
UNWIND ['queued', 'running', 'failed', 'dead'] AS state
CALL (state) {
  MATCH (j:Job) WHERE j.state = state AND j.run_after IS NOT NULL
  WITH j ORDER BY j.run_after LIMIT $most
  RETURN j.kind AS kind, count(*) AS count, min(j.created_at) AS since
}
RETURN state, kind, count, duration.inSeconds(since, datetime.realtime()).seconds AS age_seconds
