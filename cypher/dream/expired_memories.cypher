// List a page of a tier's memories whose validity has ended, the earliest end first.
// `untold` marks a plan that ended after $late and that nobody was told of; the caller reads its text. `kept` marks a
// memory that a person woke recently.
// mode: read
// params: owner, tier, temporal_type, now, late, after_at, after_id, limit
// returns: id, text, tier, sub_tier, valid_until, said_at, untold, kept, seen
MATCH (m:Memory)
USING INDEX m:Memory(owner, tier, temporal_type, valid_until, id)
WHERE m.owner = $owner AND m.tier = $tier AND m.temporal_type = $temporal_type AND m.valid_until <= $now
  AND m.valid_until >= coalesce($after_at, datetime('0001-01-01T00:00:00Z'))
  AND m.id IS NOT NULL AND ($after_at IS NULL OR m.valid_until > $after_at OR m.id > $after_id)
  AND m.retracted_at > $now AND NOT coalesce(m.pinned, false) AND NOT coalesce(m.immutable, false)
RETURN m.id AS id, m.text AS text, m.tier AS tier, m.sub_tier AS sub_tier, m.valid_until AS valid_until,
       m.said_at AS said_at,
       CASE WHEN m.foresight AND m.due_told_at IS NULL AND m.valid_until > $late THEN m {.*, embedding: null} END AS untold,
       coalesce(m.kept_awake_until > $now, false) AS kept,
       [coalesce(m.access_count, 0), m.last_accessed_at.epochMillis, m.recorded_at.epochMillis, m.valid_until.epochMillis,
        m.retracted_at.epochMillis, coalesce(m.pinned, false), coalesce(m.immutable, false), m.utility] AS seen
ORDER BY m.owner, m.tier, m.temporal_type, m.valid_until, m.id
LIMIT $limit
