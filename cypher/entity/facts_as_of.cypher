// List an entity's facts valid at one instant as known at another.
// These were valid then, recorded by then and not yet retracted then; merges count as known then, too. Intervals are
// half-open: a fact that ends at the instant is over. Without a valid instant, all facts that ever held come back.
// mode: read
// params: owner, uri, predicate, valid_at, known_at, limit
// returns: fact
MATCH (asked:Entity {owner: $owner, uri: $uri})
OPTIONAL MATCH (asked)-[s:SAME_AS]->(into:Entity)
WHERE s.recorded_at <= $known_at AND s.retracted_at > $known_at
WITH coalesce(into, asked) AS e
LIMIT 1
OPTIONAL MATCH (o:Entity {owner: $owner})-[s:SAME_AS]->(e)
WHERE s.recorded_at <= $known_at AND s.retracted_at > $known_at
WITH e, collect(o) AS others
UNWIND [e] + others AS x
CALL (x) {
  WITH x WHERE $predicate IS NULL
  MATCH ()-[f:FACT]->()
  USING INDEX f:FACT(owner, subject, valid_from)
  WHERE f.owner = $owner AND f.subject = x.uri
    AND f.valid_from <= coalesce($valid_at, datetime('9999-12-31T00:00:00Z'))
    AND ($valid_at IS NULL OR f.valid_until > $valid_at)
    AND f.recorded_at <= $known_at AND f.retracted_at > $known_at
  RETURN f ORDER BY f.owner, f.subject, f.valid_from LIMIT $limit
  UNION ALL
  WITH x WHERE $predicate IS NOT NULL
  MATCH ()-[f:FACT]->()
  USING INDEX f:FACT(owner, subject, predicate, valid_from)
  WHERE f.owner = $owner AND f.subject = x.uri AND f.predicate = $predicate
    AND f.valid_from <= coalesce($valid_at, datetime('9999-12-31T00:00:00Z'))
    AND ($valid_at IS NULL OR f.valid_until > $valid_at)
    AND f.recorded_at <= $known_at AND f.retracted_at > $known_at
  RETURN f ORDER BY f.owner, f.subject, f.predicate, f.valid_from LIMIT $limit
}
WITH DISTINCT x, f
ORDER BY f.valid_from, f.fact_id
LIMIT $limit
RETURN {id: f.fact_id, subject: x.name, subject_uri: x.uri, predicate: f.predicate, object: endNode(f).name,
        object_uri: f.object, text: f.text, confidence: f.confidence, memory: f.memory_id, valid_from: f.valid_from,
        valid_until: f.valid_until, recorded_at: f.recorded_at, retracted_at: f.retracted_at} AS fact
