// List a page of a tier's live memories that somebody stated, the latest first, for grouping.
// Each comes with its vector and the inputs of a group. Memories that dreams derived are left out, and so are records
// of an agent's work. Of an often repeated one, only the first turns come.
// mode: read
// params: owner, tier, now, after_at, after_id, limit
// returns: id, text, language, tier, sub_tier, category, speaker, data_source, importance, confidence, project, said_at, recorded_at, last_accessed_at, access_count, exempt, kept, embedding, model, names, pointers, told, seen
MATCH (m:Memory)
USING INDEX m:Memory(owner, tier, said_at, id)
WHERE m.owner = $owner AND m.tier = $tier AND m.said_at <= coalesce($after_at, datetime('9999-12-31T00:00:00Z'))
  AND m.id IS NOT NULL AND ($after_at IS NULL OR m.said_at < $after_at OR m.id < $after_id)
  AND m.valid_until > $now AND m.retracted_at > $now AND m.embedding IS NOT NULL AND coalesce(m.write_source, '') <> 'dream'
  AND NOT (m:Procedure OR m:Episode)
WITH m ORDER BY m.owner DESC, m.tier DESC, m.said_at DESC, m.id DESC LIMIT $limit
RETURN m.id AS id, m.text AS text, m.language AS language, m.tier AS tier, m.sub_tier AS sub_tier, m.category AS category,
       m.speaker AS speaker, m.data_source AS data_source, m.importance AS importance, m.source_confidence AS confidence, m.project AS project,
       m.said_at AS said_at, m.recorded_at AS recorded_at, m.last_accessed_at AS last_accessed_at,
       coalesce(m.access_count, 0) AS access_count,
       coalesce(m.pinned, false) OR coalesce(m.immutable, false) OR coalesce(m.flashbulb, false) AS exempt,
       coalesce(m.kept_awake_until > $now, false) AS kept,
       m.embedding AS embedding, m.embedding_model AS model,
       COLLECT { MATCH (m)-[:MENTIONS]->(e:Entity) RETURN e.uri LIMIT 20 } AS names,
       COLLECT { MATCH (m)-[:DERIVED_FROM]->(d:Drawer) WHERE d.withheld IS NULL RETURN d.pointer LIMIT 3 } AS pointers,
       COUNT { MATCH (m)-[:DERIVED_FROM]->(d:Drawer) RETURN d LIMIT 50 } AS told,
       [coalesce(m.access_count, 0), m.last_accessed_at.epochMillis, m.recorded_at.epochMillis, m.valid_until.epochMillis,
        m.retracted_at.epochMillis, coalesce(m.pinned, false), coalesce(m.immutable, false), m.utility] AS seen
