// Removes entries of all owners that are older than $days, at most $limit at a time.
// mode: write
// params: days, limit
// returns: removed
MATCH (e:AuditEntry)
WHERE e.at < datetime.realtime() - duration({days: $days})
WITH e LIMIT $limit
DELETE e
RETURN count(*) AS removed
