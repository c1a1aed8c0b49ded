// Return the date of the owner's first statement and of the owner's creation, for time sliders.
// mode: read
// params: owner
// returns: said_at, known_at
MATCH (m:Memory)
USING INDEX m:Memory(owner, said_at, id)
WHERE m.owner = $owner AND m.said_at <= datetime('9999-12-31T00:00:00Z') AND m.id IS NOT NULL
WITH m ORDER BY m.owner, m.said_at, m.id LIMIT 1
OPTIONAL MATCH (o:Owner {key: $owner})
RETURN m.said_at AS said_at, coalesce(o.created_at, m.recorded_at) AS known_at
