// The owner's memories, the latest statement first, after a cursor. A filter that is null filters nothing; `live` keeps
// what is believed now and true now, and former texts are never listed.
// mode: read
// params: owner, category, tier, entity, session, live, now, after_at, after_id, limit
// returns: memory
MATCH (m:Memory {owner: $owner})
WHERE ($category IS NULL OR m.category = $category)
  AND ($tier IS NULL OR m.tier = $tier)
  AND ($session IS NULL OR m.session = $session)
  AND ($entity IS NULL OR EXISTS { (m)-[:MENTIONS]->(:Entity {owner: $owner, uri: $entity}) })
  AND (NOT $live OR (m.valid_until > $now AND m.retracted_at > $now))
  AND ($after_at IS NULL OR m.said_at < $after_at OR (m.said_at = $after_at AND m.id > $after_id))
  AND NOT EXISTS { (m)-[:VERSION_OF]->() }
RETURN m {.*, embedding: null} AS memory
ORDER BY m.said_at DESC, m.id
LIMIT $limit
