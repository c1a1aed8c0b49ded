// Find schedules whose last twenty runs, or more, changed nothing.
// They are due too often, or nothing can become due.
// mode: read
// params: nothing
// returns: found, example
MATCH (s:Schedule)
WHERE NOT s.paused AND s.unchanged >= 20
RETURN count(s) AS found, min(s.id) AS example
