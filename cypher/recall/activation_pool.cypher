// Live memories that may enter an agent's standing context: of the categories and priorities given, or used again and
// again. Ordered by what was used last, so that a limit keeps what is alive.
// mode: read
// params: owner, categories, priorities, now, limit
// returns: ids
MATCH (m:Memory {owner: $owner})
WHERE m.valid_until > $now AND m.retracted_at > $now AND m.tier <> 'dormant'
  AND (m.category IN $categories AND m.priority IN $priorities OR m.access_count > 0 OR m.pinned)
WITH m ORDER BY m.last_accessed_at DESC, m.id LIMIT $limit
RETURN collect(m.id) AS ids
