// Set the due time of an owner's schedule, under the owner's lock.
// An existing schedule changes only with $replace. The version grows with every change of the due time, so that a slot
// which a process is computing meanwhile is not requested.
// mode: write
// params: owner, owner_name, id, kind, cron, time_zone, paused, next_run, replace
// returns: schedule
MERGE (s:Schedule {id: $id})
ON CREATE SET s.owner = $owner, s.owner_name = $owner_name, s.kind = $kind, s.version = 0, s.runs = 0, s.unchanged = 0
WITH s, s.cron IS NULL OR $replace AS written
FOREACH (_ IN CASE WHEN written THEN [1] ELSE [] END |
  SET s.cron = $cron, s.time_zone = $time_zone, s.paused = $paused, s.next_run = $next_run, s.version = s.version + 1)
RETURN s {.*} AS schedule
