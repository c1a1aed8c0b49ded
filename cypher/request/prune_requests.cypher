// Forgets requests of all owners that were answered longer ago than $hours, at most $limit at a time: nobody repeats them
// any more.
// mode: write
// params: hours, limit
// returns: removed
MATCH (r:Request)
WHERE r.answered_at < datetime() - duration({hours: $hours})
WITH r LIMIT $limit
DETACH DELETE r
RETURN count(*) AS removed
