// List a page of the memories that dreams made in a category, the latest first.
// Each comes with its sources that are still believed, and whether a dream put it to sleep. Retracted ones are listed
// too: a dream does not make them again.
// mode: read
// params: owner, category, now, after_at, after_id, limit
// returns: id, text, tier, sub_tier, said_at, recorded_at, believed, slept, exempt, sources, seen
MATCH (m:Memory)
USING INDEX m:Memory(owner, category, said_at, id)
WHERE m.owner = $owner AND m.category = $category AND m.said_at <= coalesce($after_at, datetime('9999-12-31T00:00:00Z'))
  AND m.id IS NOT NULL AND ($after_at IS NULL OR m.said_at < $after_at OR m.id < $after_id) AND m.write_source = 'dream'
WITH m ORDER BY m.owner DESC, m.category DESC, m.said_at DESC, m.id DESC LIMIT $limit
RETURN m.id AS id, m.text AS text, m.tier AS tier, m.sub_tier AS sub_tier, m.said_at AS said_at,
       m.recorded_at AS recorded_at,
       m.retracted_at > $now AS believed,
       EXISTS { MATCH (m)-[s:IN_TIER]->(:Tier) WHERE s.until IS NULL AND s.run IS NOT NULL } AS slept,
       coalesce(m.pinned, false) OR coalesce(m.immutable, false)
         OR coalesce(m.kept_awake_until > $now, false) AS exempt,
       COLLECT { MATCH (m)-[:DERIVED_FROM]->(s:Memory) RETURN s.id LIMIT 20 } AS sources,
       [coalesce(m.access_count, 0), m.last_accessed_at.epochMillis, m.recorded_at.epochMillis, m.valid_until.epochMillis,
        m.retracted_at.epochMillis, coalesce(m.pinned, false), coalesce(m.immutable, false), m.utility] AS seen
