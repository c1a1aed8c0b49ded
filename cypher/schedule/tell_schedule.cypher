// Record the outcome of a slot once, under the owner's lock.
// A worker whose lease was taken over meanwhile finds the outcome recorded. A failed slot is not recorded as done,
// since it is tried again.
// mode: write
// params: owner, id, slot, done, outcome, run, error, at
// returns: id
MATCH (s:Schedule {id: $id})
WHERE s.owner = $owner AND (s.last_slot IS NULL OR s.last_slot < $slot)
SET s.last_outcome = $outcome, s.last_run = $run, s.last_error = $error, s.last_ended_at = $at,
    s.last_slot = CASE WHEN $done THEN $slot ELSE s.last_slot END,
    s.runs = s.runs + CASE WHEN $done THEN 1 ELSE 0 END,
    s.unchanged = CASE $outcome WHEN 'nothing' THEN s.unchanged + 1 WHEN 'applied' THEN 0 ELSE s.unchanged END
RETURN s.id AS id
