// Return a memory that a person is about to change: text, belief, edits and derived memories.
// These are the memories that replaced it by an edit, and those derived from it, however indirectly.
// mode: read
// params: owner, id
// returns: memory, session, edits, derived
MATCH (m:Memory {id: $id})
WHERE m.owner = $owner
CALL (m) {
  MATCH (m)<-[e:SUPERSEDES {detected_by: 'edit'}]-(n:Memory)
  WHERE e.retracted_at > datetime() AND n.retracted_at > datetime()
  RETURN collect(n.id) AS edits
}
CALL (m) {
  MATCH (x:Memory)-[:DERIVED_FROM*1..8]->(m)
  WHERE x.retracted_at >= m.retracted_at AND NOT x:Procedure
  RETURN collect(DISTINCT x.id) AS derived
}
RETURN m {.*, embedding: null} AS memory, m.session AS session, edits, derived
