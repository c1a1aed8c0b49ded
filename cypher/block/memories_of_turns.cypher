// List the live memories made from shown turns, with the fields that a use changes.
// At most twenty for one turn. Times are microseconds since 1970, see `recall/describe_drawers`.
// mode: read
// params: owner, turns
// returns: turn, id, stability, last_accessed_at
UNWIND $turns AS turn
MATCH (d:Drawer {id: turn})
WITH d WHERE d.owner = $owner
CALL (d) {
  MATCH (d)<-[:DERIVED_FROM]-(m:Memory)
  WITH m LIMIT 20
  WHERE m.owner = $owner AND m.retracted_at > datetime()
  RETURN m
}
RETURN DISTINCT d.id AS turn, m.id AS id, m.stability AS stability,
       m.last_accessed_at.epochSeconds * 1000000 + m.last_accessed_at.microsecond AS last_accessed_at
