// Removes jobs that ended well, or were cancelled, longer ago than $days, at most $limit at a time. Dead ones stay until
// a person has seen to them.
// mode: write
// params: days, limit
// returns: removed
WITH datetime.realtime() - duration({days: $days}) AS past
CALL (past) {
  MATCH (j:Job) WHERE j.state = 'done' AND j.ended_at < past RETURN j
  UNION ALL
  MATCH (j:Job) WHERE j.state = 'cancelled' AND j.ended_at < past RETURN j
}
WITH j LIMIT $limit
DETACH DELETE j
RETURN count(*) AS removed
