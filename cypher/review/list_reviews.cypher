// List the owner's reviews in one state, the latest proposal first, after a cursor.
// The order is the index's: a page costs the same however many there are.
// mode: read
// params: owner, state, after_at, after_id, limit
// returns: review, older, newer
MATCH (r:Review)
USING INDEX r:Review(owner, state, proposed_at, id)
WHERE r.owner = $owner AND r.state = $state AND r.proposed_at <= coalesce($after_at, datetime('9999-12-31T00:00:00Z'))
  AND r.id IS NOT NULL AND ($after_at IS NULL OR r.proposed_at < $after_at OR r.id < $after_id)
WITH r
ORDER BY r.owner DESC, r.state DESC, r.proposed_at DESC, r.id DESC
LIMIT $limit
MATCH (r)-[:OLDER]->(older:Memory)
MATCH (r)-[:NEWER]->(newer:Memory)
WHERE older.forgotten_at IS NULL AND newer.forgotten_at IS NULL
RETURN properties(r) AS review, older {.*, embedding: null} AS older, newer {.*, embedding: null} AS newer
ORDER BY r.proposed_at DESC, r.id DESC
