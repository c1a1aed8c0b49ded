// Forgets blocks of all owners that were made more than $days ago, at most $limit at a time.
// mode: write
// params: days, limit
// returns: removed
MATCH (b:Block)
WHERE b.made_at < datetime() - duration({days: $days})
WITH b LIMIT $limit
DELETE b
RETURN count(*) AS removed
