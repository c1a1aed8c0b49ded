// List a tier's memories unused and unrehearsed for $folds times their stability, oldest use first.
// Pinned and immutable memories do not fade, and memories that dreams made are left out.
// mode: read
// params: owner, tier, now, now_ms, folds, limit
// returns: id, text, tier, sub_tier, stability, rehearsed_at, in_mind_at, seen
MATCH (m:Memory)
USING INDEX m:Memory(owner, tier, last_accessed_at, id)
WHERE m.owner = $owner AND m.tier = $tier AND m.last_accessed_at <= $now AND m.id IS NOT NULL
  AND $now_ms - m.last_accessed_at.epochMillis > $folds * m.stability * 86400000.0
  AND (m.rehearsed_at IS NULL OR $now_ms - m.rehearsed_at.epochMillis > $folds * m.stability * 86400000.0)
  AND m.valid_until > $now AND m.retracted_at > $now AND coalesce(m.write_source, '') <> 'dream'
  AND NOT coalesce(m.pinned, false) AND NOT coalesce(m.immutable, false)
RETURN m.id AS id, m.text AS text, m.tier AS tier, m.sub_tier AS sub_tier, m.stability AS stability,
       m.rehearsed_at AS rehearsed_at,
       CASE WHEN m.rehearsed_at > m.last_accessed_at THEN m.rehearsed_at ELSE m.last_accessed_at END AS in_mind_at,
       [coalesce(m.access_count, 0), m.last_accessed_at.epochMillis, m.recorded_at.epochMillis, m.valid_until.epochMillis,
        m.retracted_at.epochMillis, coalesce(m.pinned, false), coalesce(m.immutable, false), m.utility] AS seen
ORDER BY m.owner, m.tier, m.last_accessed_at, m.id
LIMIT $limit
