// Remove up to $limit blocks of all owners that are older than $days.
// mode: write
// params: days, limit
// returns: removed
MATCH (b:Block)
WHERE b.made_at < datetime() - duration({days: $days})
WITH b LIMIT $limit
DELETE b
RETURN count(*) AS removed
