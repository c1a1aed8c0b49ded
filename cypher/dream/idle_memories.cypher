// List a tier's memories that were not used since an instant and may sleep, least recently used first.
// One is enough to know that worth must be weighed.
// mode: read
// params: owner, tier, categories, now, since, born, limit
// returns: id
MATCH (m:Memory)
USING INDEX m:Memory(owner, tier, last_accessed_at, id)
WHERE m.owner = $owner AND m.tier = $tier AND m.last_accessed_at <= $since AND m.id IS NOT NULL
  AND m.category IN $categories AND m.recorded_at <= $born AND m.valid_until > $now AND m.retracted_at > $now
  AND coalesce(m.write_source, '') <> 'dream'
  AND NOT coalesce(m.pinned, false) AND NOT coalesce(m.immutable, false) AND NOT coalesce(m.flashbulb, false)
RETURN m.id AS id
ORDER BY m.owner, m.tier, m.last_accessed_at, m.id
LIMIT $limit
