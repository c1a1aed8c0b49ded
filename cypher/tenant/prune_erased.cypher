// Remove up to $limit nodes of owners erased more than $hours ago and not used again.
// No request from before the erasure is still on its way.
// mode: write
// params: hours, limit
// returns: removed
MATCH (o:Owner)
WHERE o.erased_at < datetime() - duration({hours: $hours}) AND o.name IS NULL
WITH o LIMIT $limit
DETACH DELETE o
RETURN count(*) AS removed
