// Takes forgotten memories, their former texts and the turns that said them out of every index and answer, also of what was
// known before: they were known for an instant only. Nothing of them is destroyed, so that lifting the tombstone brings
// them back; deleting the turns does that. Facts that held end after one microsecond, others after two, by which they are
// told apart then.
// mode: write
// params: owner, memories, turns, tombstone, now
// returns: nothing
CALL () {
  UNWIND $memories AS id
  MATCH (m:Memory {id: id})
  WHERE m.owner = $owner
  CALL (m) {
    OPTIONAL MATCH (v:Memory)-[:VERSION_OF]->(m)
    RETURN collect(v) AS former
  }
  CALL (m) {
    MATCH ()-[f:FACT]->()
    USING INDEX f:FACT(owner, memory_id)
    WHERE f.owner = $owner AND f.memory_id = m.id
    SET f.retracted_at = f.recorded_at + duration({microseconds: CASE WHEN f.retracted_at >= $now THEN 1 ELSE 2 END})
  }
  FOREACH (n IN [m] + former |
    SET n.retracted_at = n.recorded_at + duration({microseconds: 1}), n.forgotten_at = $now, n.tombstone = $tombstone
    REMOVE n.embedding, n.embedded)
}
CALL () {
  UNWIND $turns AS id
  MATCH (d:Drawer {id: id})
  WHERE d.owner = $owner
  SET d.withheld = $tombstone, d.ended_at = coalesce(d.ended_at, datetime('1970-01-01T00:00:00Z'))
  REMOVE d.embedding, d.embedded
  WITH d
  OPTIONAL MATCH (asked:Request)-[:ANSWERED]->(d)
  DETACH DELETE asked
}
FINISH
