// Owners with entities whose summaries are behind what is known, and who are not on the way between two databases.
// mode: read
// params: limit
// returns: owner
MATCH (e:Entity)
USING INDEX e:Entity(stale, owner)
WHERE e.stale > 0 AND e.owner IS NOT NULL
WITH e LIMIT $limit
WITH DISTINCT e.owner AS owner
WHERE NOT EXISTS { MATCH (o:Owner {key: owner}) WHERE coalesce(o.moving_to, o.arriving_from) IS NOT NULL }
RETURN owner
