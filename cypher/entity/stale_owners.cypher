// Owners with entities whose summaries are behind what is known.
// mode: read
// params: limit
// returns: owner
MATCH (e:Entity)
USING INDEX e:Entity(stale, owner)
WHERE e.stale > 0 AND e.owner IS NOT NULL
WITH e LIMIT $limit
RETURN DISTINCT e.owner AS owner
