// List memories that wait for a review, the latest recorded first, after a cursor, in index order.
// mode: read
// params: owner, by, after_at, after_id, limit
// returns: memory
MATCH (m:Memory)
USING INDEX m:Memory(owner, invalidated_by, recorded_at, id)
WHERE m.owner = $owner AND m.invalidated_by = $by AND m.recorded_at <= coalesce($after_at, datetime('9999-12-31T00:00:00Z'))
  AND m.id IS NOT NULL AND ($after_at IS NULL OR m.recorded_at < $after_at OR m.id < $after_id)
  AND m.forgotten_at IS NULL AND m.retracted_at < datetime('9999-12-31T00:00:00Z') AND NOT EXISTS { (m)-[:VERSION_OF]->() }
RETURN m {.*, embedding: null} AS memory
ORDER BY m.owner DESC, m.invalidated_by DESC, m.recorded_at DESC, m.id DESC
LIMIT $limit
