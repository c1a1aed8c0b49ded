// The memories that are still believed and were made of turns which an answer showed, with what their use changes. Of a turn
// twenty at the most. Times are microseconds since 1970, see `recall/describe_drawers`.
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
