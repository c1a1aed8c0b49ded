// Count an owner's jobs by state, with the waiting time of the oldest ready one.
// mode: read
// params: owner
// returns: state, count, waiting_seconds
MATCH (j:Job {owner: $owner})
WITH j.state AS state, count(*) AS count,
     min(CASE WHEN j.state IN ['queued', 'failed'] THEN j.run_after END) AS ready
RETURN state, count, coalesce(duration.inSeconds(ready, datetime.realtime()).seconds, 0) AS waiting_seconds
