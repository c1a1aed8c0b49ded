// Mark due plans as told to somebody, and return those of which nobody was told before.
// A recurring plan is told each time; two days keep two blocks of one time apart.
// mode: write
// params: owner, ids, now
// returns: id
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
SET m.owner = $owner
WITH m
WHERE m.due_told_at IS NULL OR (m.temporal_type = 'recurring' AND m.due_told_at + duration('P2D') < $now)
SET m.due_told_at = $now
RETURN m.id AS id
