// Removes what is left of owners who were erased longer ago than $hours and not used again, at most $limit at a time:
// nothing that was asked for before is still on its way.
// mode: write
// params: hours, limit
// returns: removed
MATCH (o:Owner)
WHERE o.erased_at < datetime() - duration({hours: $hours}) AND o.name IS NULL
WITH o LIMIT $limit
DETACH DELETE o
RETURN count(*) AS removed
