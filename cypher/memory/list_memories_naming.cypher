// List the memories that mention an entity, in the order of their edges to it.
// Otherwise like `list_memories`. A null filter filters nothing.
// mode: read
// params: owner, category, tier, entity, session, said_from, said_until, recorded_from, recorded_until, speaker, within, starts, ends, recorded, retracted, after_at, after_id, limit
// returns: memory
MATCH (m:Memory)-[r:MENTIONS]->()
USING INDEX r:MENTIONS(owner, uri, said_at)
WHERE r.owner = $owner AND r.uri = $entity AND r.said_at <= coalesce($after_at, datetime('9999-12-31T00:00:00Z'))
  AND ($after_at IS NULL OR r.said_at < $after_at OR m.id < $after_id)
  AND ($category IS NULL OR m.category = $category)
  AND ($tier IS NULL OR m.tier = $tier)
  AND ($session IS NULL OR m.session = $session)
  AND r.said_at >= $said_from AND r.said_at < $said_until
  AND m.recorded_at >= $recorded_from AND m.recorded_at < $recorded_until
  AND ($speaker IS NULL OR m.speaker = $speaker AND m.forgotten_at IS NULL)
  AND CASE WHEN $within
        THEN m.valid_from <= $starts AND m.valid_until > $ends AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
        ELSE NOT EXISTS { (m)-[:VERSION_OF]->() } END
RETURN m {.*, embedding: null} AS memory
ORDER BY r.owner DESC, r.uri DESC, r.said_at DESC, m.id DESC
LIMIT $limit
