// List a page of a tier's live memories, earliest statement first, with the inputs of their worth.
// Mentions come as addresses, of which a memory has few; so do the facts that hold by it.
// mode: read
// params: owner, tier, now, after_at, after_id, limit
// returns: id, text, gist, language, tier, sub_tier, category, utility, said_at, used_ms, recorded_ms, access_count, questions, exempt, names, facts, seen
MATCH (m:Memory)
USING INDEX m:Memory(owner, tier, said_at, id)
WHERE m.owner = $owner AND m.tier = $tier AND m.said_at >= coalesce($after_at, datetime('0001-01-01T00:00:00Z'))
  AND m.id IS NOT NULL AND ($after_at IS NULL OR m.said_at > $after_at OR m.id > $after_id)
  AND m.valid_until > $now AND m.retracted_at > $now AND coalesce(m.write_source, '') <> 'dream'
WITH m ORDER BY m.owner, m.tier, m.said_at, m.id LIMIT $limit
RETURN m.id AS id, m.text AS text, m.gist AS gist, m.language AS language, m.tier AS tier, m.sub_tier AS sub_tier, m.category AS category,
       m.utility AS utility, m.said_at AS said_at, m.last_accessed_at.epochMillis AS used_ms,
       m.recorded_at.epochMillis AS recorded_ms,
       coalesce(m.access_count, 0) AS access_count, coalesce(m.questions, m.access_count, 0) AS questions,
       coalesce(m.pinned, false) OR coalesce(m.immutable, false) OR coalesce(m.flashbulb, false)
         OR coalesce(m.kept_awake_until > $now, false) AS exempt,
       [(m)-[:MENTIONS]->(e:Entity) | e.uri] AS names,
       COLLECT {
         MATCH ()-[f:FACT]->()
         USING INDEX f:FACT(owner, memory_id)
         WHERE f.owner = $owner AND f.memory_id = m.id AND f.valid_until > $now AND f.retracted_at > $now
         RETURN f.subject + ' ' + f.predicate + ' ' + f.object
       } AS facts,
       [coalesce(m.access_count, 0), m.last_accessed_at.epochMillis, m.recorded_at.epochMillis, m.valid_until.epochMillis,
        m.retracted_at.epochMillis, coalesce(m.pinned, false), coalesce(m.immutable, false), m.utility] AS seen
