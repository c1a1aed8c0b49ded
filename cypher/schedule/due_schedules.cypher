// List the schedules of any owner that are due, the longest overdue first.
// mode: read
// params: now, limit
// returns: schedule
MATCH (s:Schedule)
USING INDEX s:Schedule(next_run)
WHERE s.next_run <= $now
RETURN s {.*} AS schedule
ORDER BY s.next_run
LIMIT $limit
