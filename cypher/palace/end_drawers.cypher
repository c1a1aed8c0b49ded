// End the drawers of a document, read whole, that its present text lacks.
// They stay for queries about past knowledge. `memories` are the live memories that only such drawers say.
// mode: write
// params: owner, conversation, present, now
// returns: ended, memories
MATCH (d:Drawer)
USING INDEX d:Drawer(owner, conversation, filed_at)
WHERE d.owner = $owner AND d.conversation = $conversation AND d.filed_at IS NOT NULL AND d.position IS NOT NULL
  AND d.ended_at IS NULL AND NOT d.id IN $present
SET d.ended_at = $now
WITH collect(d) AS gone
CALL (gone) {
  UNWIND gone AS d
  MATCH (d)<-[:DERIVED_FROM]-(m)
  WITH DISTINCT m
  WHERE m:Memory AND m.owner = $owner AND m.retracted_at > $now AND m.valid_until > $now AND m.valid_from < $now
    AND NOT EXISTS { MATCH (m)-[:DERIVED_FROM]->(x:Drawer) WHERE x.ended_at IS NULL }
    AND NOT EXISTS { MATCH (m)-[:DERIVED_FROM]->(:Memory) }
  RETURN collect(DISTINCT m.id) AS memories
}
RETURN size(gone) AS ended, memories
