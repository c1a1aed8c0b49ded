// Owners with entries that are older than $days, and who are not on the way between two databases.
// mode: read
// params: days, limit
// returns: owner
MATCH (e:AuditEntry)
WHERE e.at < datetime.realtime() - duration({days: $days})
WITH e LIMIT $limit
WITH DISTINCT e.owner AS owner
WHERE NOT EXISTS { MATCH (o:Owner {key: owner}) WHERE coalesce(o.moving_to, o.arriving_from) IS NOT NULL }
RETURN owner
