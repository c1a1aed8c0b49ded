// Describe the memories that retrievers found, with the inputs of their scores.
// Each comes with its strengths, similarity to the query, sources (fifty turns at most, none withheld) and entities,
// and whether the session's working memory holds it. Pairs are memories often recalled together, among the fifty most
// frequent partners of each; a time counts half after thirty days. Disputes are replacements and contradictions known
// at `known` (null: now), fifty of each at most. The newer memory comes first where it replaces the other.
// All comes in one row of lists, in the order of `store.memory_recall.DESCRIBED`. The vector index returned most
// similarities already. Only those of `measured` are computed, which costs reading the vector. Times are microseconds
// since 1970, see `recall/describe_drawers`. The owner is compared behind a WITH: a planner that expects an owner to
// have few memories would read all of them.
// mode: read
// params: owner, ids, measured, vector, session, together, known
// returns: found, pairs, disputed
MATCH (m:Memory)
USING INDEX m:Memory(id)
WHERE m.id IN $ids
WITH m WHERE m.owner = $owner
WITH collect(m) AS all
CALL (all) {
  UNWIND all AS m
  RETURN collect([
    m.id, m.text, m.category, m.priority, m.tier, m.sub_tier, m.importance, m.utility, m.stability, m.storage_strength,
    m.access_count, m.emotions, m.valence, m.arousal, m.flashbulb, m.pinned, m.immutable, m.lesson, m.source_confidence,
    m.write_source, m.data_source, m.language, m.speaker, m.temporal_type,
    m.valid_from.epochSeconds * 1000000 + m.valid_from.microsecond,
    m.valid_until.epochSeconds * 1000000 + m.valid_until.microsecond,
    m.recorded_at.epochSeconds * 1000000 + m.recorded_at.microsecond,
    m.retracted_at.epochSeconds * 1000000 + m.retracted_at.microsecond,
    m.last_accessed_at.epochSeconds * 1000000 + m.last_accessed_at.microsecond,
    m.scope, m.foresight, m.captured, m.embedded, m.success_count, m.failure_count,
    CASE WHEN m.quote_withheld IS NULL THEN m.quote_drawer END, m.quote_start, m.quote_end, m.project,
    m.rehearsed_at.epochSeconds * 1000000 + m.rehearsed_at.microsecond, m.recurrence, m.session,
    CASE WHEN m.id IN $measured AND m.embedding IS NOT NULL THEN vector.similarity.cosine(m.embedding, $vector) END,
    COLLECT { MATCH (m)-[:DERIVED_FROM]->(d:Drawer) WHERE d.withheld IS NULL WITH d LIMIT 50
              RETURN [d.id, d.pointer, d.room_id, d.position, d.speaker, d.source_id,
                      d.said_at.epochSeconds * 1000000 + d.said_at.microsecond] },
    [(m)-[:MENTIONS]->(e:Entity) | [e.uri, e.name]],
    $session IS NOT NULL AND EXISTS { (:Session {id: $session, owner: $owner})-[:HOLDS]->(m) }
  ]) AS found
}
CALL (all) {
  UNWIND all AS a
  CALL (a) {
    MATCH ()-[c:COACTIVATED]->(b)
    USING INDEX c:COACTIVATED(owner, origin, count)
    WHERE c.owner = $owner AND c.origin = a.id AND c.count >= $together - 0.5
      AND c.count * 0.5 ^ (duration.inSeconds(c.last_at, datetime()).seconds / 2592000.0) >= $together - 0.5
    RETURN b ORDER BY c.owner DESC, c.origin DESC, c.count DESC LIMIT 50
  }
  WITH all, a, b WHERE b IN all
  RETURN collect([a.id, b.id]) AS pairs
}
CALL (all) {
  UNWIND all AS a
  CALL (a) {
    MATCH (a)-[e:CONTRADICTS|SUPERSEDES]->(b:Memory)
    WHERE e.recorded_at <= coalesce($known, datetime()) AND e.retracted_at > coalesce($known, datetime())
    RETURN b, type(e) = 'SUPERSEDES' AS replaced LIMIT 50
  }
  WITH all, a, b, replaced WHERE b IN all
  RETURN collect([a.id, b.id, replaced]) AS disputed
}
RETURN found, pairs, disputed
