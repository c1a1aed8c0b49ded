// Remove up to $limit requests of all owners answered more than $hours ago: nobody repeats them now.
// mode: write
// params: hours, limit
// returns: removed
MATCH (r:Request)
WHERE r.answered_at < datetime() - duration({hours: $hours})
WITH r LIMIT $limit
DETACH DELETE r
RETURN count(*) AS removed
