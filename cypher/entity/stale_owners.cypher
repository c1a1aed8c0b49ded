// Owners with entities whose summaries are behind what is known, and who are not on the way between two servers.
// mode: read
// params: limit
// returns: owner
MATCH (e:Entity)
USING INDEX e:Entity(stale, owner)
WHERE e.stale > 0 AND e.owner IS NOT NULL
  AND NOT EXISTS { MATCH (o:Owner {key: e.owner}) WHERE coalesce(o.moving_to, o.moved_to, o.arriving_from) IS NOT NULL }
WITH e LIMIT $limit
RETURN DISTINCT e.owner AS owner
