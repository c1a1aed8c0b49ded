// List live memories of a space that a curator confirmed as rules, the last used first.
// They are of these categories.
// mode: read
// params: owner, categories, now, limit
// returns: ids
MATCH (m:Memory)
USING INDEX m:Memory(owner, pinned, last_accessed_at)
WHERE m.owner = $owner AND m.pinned = true AND m.last_accessed_at IS NOT NULL AND m.category IN $categories
  AND m.valid_until > $now AND m.retracted_at > $now
WITH m ORDER BY m.last_accessed_at DESC, m.id LIMIT $limit
RETURN collect(m.id) AS ids
