// Entities of earlier releases have no summary yet.
// mode: write
// params: limit
// returns: changed
MATCH (e:Entity)
WHERE e.stale IS NULL
WITH e LIMIT $limit
SET e.stale = 1
RETURN count(e) AS changed
