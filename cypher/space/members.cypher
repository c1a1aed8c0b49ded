// List the members of the space $owner and their rights at one instant, as known at another.
// Null means now, by the database's clock.
// mode: read
// params: owner, at, known
// returns: id, member, right, agent, since, until, recorded_at, retracted_at, by
MATCH (s:Owner {key: $owner})
WHERE s.kind = 'SPACE'
WITH s, datetime.truncate('microsecond', datetime.realtime()) AS now
MATCH (m:Owner)-[g:MAY]->(s)
WITH m, g, coalesce($at, now) AS at, coalesce($known, now) AS known
WHERE g.since <= at AND g.until > at AND g.recorded_at <= known AND g.retracted_at > known
RETURN g.id AS id, m.name AS member, g.right AS right, g.agent AS agent, g.since AS since, g.until AS until,
       g.recorded_at AS recorded_at, g.retracted_at AS retracted_at, g.by AS by
ORDER BY g.since, m.name, g.id
LIMIT 1000
