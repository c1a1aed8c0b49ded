// Find schedules whose next run contradicts their pause, and slots recorded but not counted.
// A paused schedule has no next run, and every other has one.
// mode: read
// params: nothing
// returns: found, example
MATCH (s:Schedule)
WHERE s.owner IS NULL OR s.cron IS NULL OR s.time_zone IS NULL OR s.paused IS NULL OR s.paused = (s.next_run IS NOT NULL)
   OR (s.last_slot IS NOT NULL AND coalesce(s.runs, 0) < 1)
RETURN count(s) AS found, min(s.id) AS example
