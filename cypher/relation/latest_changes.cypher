// List the owner's latest replacements of memories, the latest statement first, with the old texts.
// It reads the `reach` memories said last.
// mode: read
// params: owner, reach, limit
// returns: newer, newer_text, at, older, older_text, ended
MATCH (m:Memory)
USING INDEX m:Memory(owner, said_at, id)
WHERE m.owner = $owner AND m.said_at <= datetime('9999-12-31T00:00:00Z') AND m.id IS NOT NULL
WITH m ORDER BY m.owner DESC, m.said_at DESC, m.id DESC LIMIT $reach
WHERE m.retracted_at = datetime('9999-12-31T00:00:00Z')
MATCH (m)-[e:SUPERSEDES]->(o:Memory)
WHERE e.retracted_at > datetime() AND o.owner = $owner AND o.forgotten_at IS NULL
  AND o.retracted_at = datetime('9999-12-31T00:00:00Z')
WITH m, o ORDER BY m.said_at DESC, m.id DESC, o.id LIMIT $limit
RETURN m.id AS newer, m.text AS newer_text, m.valid_from AS at, o.id AS older, o.text AS older_text, o.valid_until AS ended
