// Remove up to $limit jobs that succeeded or were cancelled more than $days ago.
// Dead ones stay until a person has seen to them.
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
