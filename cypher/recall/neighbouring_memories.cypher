// What was said right before and after the best hits, as memories that held at an instant: neighbours in time. Of what
// was said again and again fifty turns are looked beside.
// mode: read
// params: owner, seeds, starts, ends, recorded, retracted, tiers, limit
// returns: seed, id
UNWIND $seeds AS seed
MATCH (s:Memory {id: seed})
WHERE s.owner = $owner
CALL (s) {
  MATCH (s)-[:DERIVED_FROM]->(d:Drawer)
  WITH s, d LIMIT 50
  MATCH (d)-[:NEXT]-(:Drawer)<-[:DERIVED_FROM]-(m)
  // Apart from the pattern: a planner that may begin at the other end reads all of the owner's memories.
  WITH s, m
  WHERE m.owner = $owner AND m <> s AND m.tier IN $tiers
    AND m.valid_from <= $starts AND m.valid_until > $ends AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
  WITH DISTINCT m
  RETURN m
  ORDER BY m.importance DESC
  LIMIT $limit
}
RETURN s.id AS seed, m.id AS id
