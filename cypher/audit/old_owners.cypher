// List owners with entries older than $days who are not moving between databases.
// mode: read
// params: days, limit
// returns: owner
MATCH (e:AuditEntry)
WHERE e.at < datetime.realtime() - duration({days: $days})
WITH e LIMIT $limit
WITH DISTINCT e.owner AS owner
WHERE NOT EXISTS { MATCH (o:Owner {key: owner}) WHERE coalesce(o.moving_to, o.arriving_from) IS NOT NULL }
RETURN owner
