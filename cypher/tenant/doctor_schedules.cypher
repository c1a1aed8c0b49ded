// Schedules that are not paused and have no next run, or paused ones that have; a slot that was told and not counted.
// mode: read
// params: nothing
// returns: found, example
MATCH (s:Schedule)
WHERE s.owner IS NULL OR s.cron IS NULL OR s.time_zone IS NULL OR s.paused IS NULL OR s.paused = (s.next_run IS NOT NULL)
   OR (s.last_slot IS NOT NULL AND coalesce(s.runs, 0) < 1)
RETURN count(s) AS found, min(s.id) AS example
