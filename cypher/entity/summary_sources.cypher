// What summaries of entities are chosen from: the live memories that name one or what was merged into it, of `reach` the
// latest, with how many turns say each, where, and whether a fact that holds rests on it.
// mode: read
// params: owner, uris, now, reach
// returns: uri, id, text, language, importance, confidence, data_source, valid_from, pointer, support, states
UNWIND $uris AS uri
MATCH (asked:Entity {owner: $owner, uri: uri})
CALL (asked) {
  OPTIONAL MATCH (asked)-[s:SAME_AS]->(into:Entity)
  WHERE s.retracted_at > $now
  RETURN coalesce(into, asked) AS e LIMIT 1
}
CALL (e) {
  OPTIONAL MATCH (o:Entity)-[s:SAME_AS]->(e)
  WHERE o.owner = $owner AND s.retracted_at > $now
  RETURN collect(o) AS others
}
UNWIND [e] + others AS x
CALL (x) {
  MATCH (m:Memory)-[r:MENTIONS]->()
  USING INDEX r:MENTIONS(owner, uri, said_at)
  WHERE r.owner = $owner AND r.uri = x.uri AND r.said_at IS NOT NULL
  RETURN m ORDER BY r.owner DESC, r.uri DESC, r.said_at DESC LIMIT $reach
}
WITH DISTINCT uri, m
WHERE m.retracted_at > $now AND m.valid_until > $now AND m.tier <> 'dormant'
CALL (m) {
  OPTIONAL MATCH (m)-[:DERIVED_FROM]->(d:Drawer)
  WITH d LIMIT 5
  RETURN min(CASE WHEN d.withheld IS NULL THEN d.pointer END) AS pointer, count(d) AS support
}
RETURN uri, m.id AS id, m.text AS text, m.language AS language, m.importance AS importance, m.source_confidence AS confidence,
       m.data_source AS data_source, m.valid_from AS valid_from, pointer, support,
       EXISTS { MATCH ()-[f:FACT]->() USING INDEX f:FACT(owner, memory_id)
                WHERE f.owner = $owner AND f.memory_id = m.id AND f.valid_until > $now AND f.retracted_at > $now } AS states
ORDER BY uri, id
