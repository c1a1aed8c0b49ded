// Fold up to $limit changes of dreams older than $days into the counts of their runs, for all owners.
// Each change is removed, and its run says that it can no longer be undone.
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
