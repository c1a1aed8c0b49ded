// The timeline of an entity: every fact about it, from when until when, and since when we know
WITH 'demo' AS owner, 'Marcus' AS name  // whose memory, and who or what
MATCH (o:Owner {name: owner})
MATCH (e:Entity {owner: o.key})
WHERE e.name = name OR name IN e.aliases
MATCH path = (e)-[f:FACT]-(:Entity)
RETURN path, f.predicate AS predicate, f.text AS text, f.valid_from AS valid_from,
       CASE WHEN f.valid_until < datetime('9999-01-01') THEN f.valid_until END AS valid_until, f.recorded_at AS known_since,
       f.retracted_at < datetime('9999-01-01') AS retracted
ORDER BY f.valid_from
LIMIT 100
