// List the owner's memories, the latest statement first, after a cursor.
// The order is the index's, so a page costs the same however many there are. `within` keeps the memories that held at
// one instant as known at another, in the text of then. Without it, the list has all memories except versions.
// mode: read
// params: owner, said_from, said_until, recorded_from, recorded_until, within, starts, ends, recorded, retracted, after_at, after_id, limit
// returns: memory
MATCH (m:Memory)
USING INDEX m:Memory(owner, said_at, id)
WHERE m.owner = $owner AND m.said_at <= coalesce($after_at, datetime('9999-12-31T00:00:00Z'))
  AND m.id IS NOT NULL AND ($after_at IS NULL OR m.said_at < $after_at OR m.id < $after_id)
  AND m.said_at >= $said_from AND m.said_at < $said_until
  AND m.recorded_at >= $recorded_from AND m.recorded_at < $recorded_until
  AND CASE WHEN $within
        THEN m.valid_from <= $starts AND m.valid_until > $ends AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
        ELSE NOT EXISTS { (m)-[:VERSION_OF]->() } END
RETURN m {.*, embedding: null} AS memory
ORDER BY m.owner DESC, m.said_at DESC, m.id DESC
LIMIT $limit
