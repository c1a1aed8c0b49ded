// Folds what dreams of all owners changed more than $days ago into the counts of their runs, at most $limit at a time: each
// memory's change goes, and the run says that it can be undone no longer.
// mode: write
// params: days, limit
// returns: removed
MATCH (r)-[c:CHANGED]->()
USING INDEX c:CHANGED(at)
WHERE c.at < datetime() - duration({days: $days})
WITH r, c LIMIT $limit
SET r.folded_at = datetime()
DELETE c
RETURN count(*) AS removed
