// List the spaces in which an owner has a right now, as one agent or as none, by the database's clock.
// Every call that names a space asks this, so that a revoked right ends at once, wherever it was revoked.
// mode: read
// params: owner, agent
// returns: space, title, right, since, until, keeps_copies
MATCH (o:Owner {key: $owner})-[g:MAY]->(s:Owner)
WITH g, s, datetime.truncate('microsecond', datetime.realtime()) AS now
WHERE s.kind = 'SPACE' AND g.retracted_at > now AND g.since <= now AND g.until > now
  AND (g.agent IS NULL OR g.agent = $agent)
RETURN s.name AS space, s.title AS title, g.right AS right, g.since AS since, g.until AS until,
       coalesce(s.keeps_copies, false) AS keeps_copies
ORDER BY s.title, s.key, g.since
LIMIT 1000
