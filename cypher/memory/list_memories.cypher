// The owner's memories, the latest statement first, after a cursor. A filter that is null filters nothing. `within` keeps
// what held at an instant, as it was known at another, in the text it had then; without it everything is listed but
// versions.
// mode: read
// params: owner, category, tier, entity, session, within, starts, ends, recorded, retracted, after_at, after_id, limit
// returns: memory
MATCH (m:Memory {owner: $owner})
WHERE ($category IS NULL OR m.category = $category)
  AND ($tier IS NULL OR m.tier = $tier)
  AND ($session IS NULL OR m.session = $session)
  AND ($entity IS NULL OR EXISTS { (m)-[:MENTIONS]->(:Entity {owner: $owner, uri: $entity}) })
  AND CASE WHEN $within
        THEN m.valid_from <= $starts AND m.valid_until > $ends AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
        ELSE NOT EXISTS { (m)-[:VERSION_OF]->() } END
  AND ($after_at IS NULL OR m.said_at < $after_at OR (m.said_at = $after_at AND m.id > $after_id))
RETURN m {.*, embedding: null} AS memory
ORDER BY m.said_at DESC, m.id
LIMIT $limit
