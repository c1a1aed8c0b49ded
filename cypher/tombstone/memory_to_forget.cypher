// Return memories that are about to be forgotten, with everything that identifies them.
// That is their text, the facts that rest on them, at most two hundred of their turns, and the memories derived from
// them, however indirectly.
// mode: read
// params: owner, ids
// returns: id, text, language, category, data_source, withheld, embedding, facts, turns, derived
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
CALL (id) {
  MATCH (s:Entity)-[f:FACT]->(x:Entity)
  USING INDEX f:FACT(owner, memory_id)
  WHERE f.owner = $owner AND f.memory_id = id
  RETURN collect([s.uri, f.predicate, x.uri, coalesce(f.slot = f.subject + ' ' + f.predicate, false)]) AS facts
}
CALL (m) {
  MATCH (m)-[:DERIVED_FROM]->(d:Drawer)
  WITH d LIMIT 200
  RETURN collect({id: d.id, pointer: d.pointer, text: d.text, speaker: coalesce(d.speaker, ''), language: d.language}) AS turns
}
CALL (m) {
  MATCH (x:Memory)-[:DERIVED_FROM*1..8]->(m)
  RETURN collect(DISTINCT x.id) AS derived
}
RETURN m.id AS id, m.text AS text, m.language AS language, m.category AS category,
       m.data_source AS data_source,
       m.forgotten_at IS NOT NULL AS withheld, m.embedding AS embedding, facts, turns, derived
