// Notes that somebody is told of plans that are due: which of them nobody was told of before. What comes again is told of
// each time; two days keep two blocks of one time apart.
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
