// Withhold forgotten memories, their former texts and their turns from every index and answer.
// Answers about past knowledge lack them too, since they count as known for an instant only. Nothing is destroyed, so
// lifting the tombstone restores them; deleting the turns does destroy them. Facts and mentions become edges of a type
// that nothing reads. `believed` are the memories believed until now. A memory that another tombstone withholds stays
// with it, and passes to this one when that one is lifted.
// mode: write
// params: owner, memories, believed, turns, tombstone, now
// returns: pointers
CYPHER 25
CALL () {
  UNWIND $memories AS id
  MATCH (m:Memory {id: id})
  WHERE m.owner = $owner
  CALL (m) {
    OPTIONAL MATCH (v:Memory)-[:VERSION_OF]->(m)
    RETURN [m] + collect(v) AS all
  }
  FOREACH (n IN all |
    SET n.further_tombstones = CASE
          WHEN n.tombstone <> $tombstone AND NOT $tombstone IN coalesce(n.further_tombstones, [])
          THEN coalesce(n.further_tombstones, []) + $tombstone ELSE n.further_tombstones END)
  WITH m, all WHERE m.forgotten_at IS NULL
  CALL (m) {
    MATCH (s)-[f:FACT]->(o)
    USING INDEX f:FACT(owner, memory_id)
    WHERE f.owner = $owner AND f.memory_id = m.id
    CREATE (s)-[w:WITHHELD]->(o)
    SET w = properties(f), w.kind = 'fact', w.held = m.id IN $believed AND f.retracted_at >= $now
    DELETE f
  }
  FOREACH (n IN all |
    SET n.believed_until = CASE WHEN n.id IN $believed THEN datetime('9999-12-31T00:00:00Z') ELSE n.retracted_at END,
        n.retracted_at = n.recorded_at + duration({microseconds: 1}), n.forgotten_at = $now, n.tombstone = $tombstone
    REMOVE n.embedding, n.embedded)
  WITH m, all
  UNWIND all AS n
  CALL (m, n) {
    MATCH (n)-[r:MENTIONS]->(e:Entity)
    CREATE (n)-[w:WITHHELD]->(e)
    SET w = properties(r), w.kind = 'mention', w.memory_id = m.id,
        e.mentions = e.mentions - CASE WHEN EXISTS { (n)-[:VERSION_OF]->() } THEN 0 ELSE 1 END
    DELETE r
  }
}
CALL () {
  // What else was said in the turns stays, and cites none of them.
  UNWIND $turns AS id
  MATCH (d:Drawer {id: id})
  WHERE d.owner = $owner
  WITH d
  MATCH (m:Memory)-[:DERIVED_FROM]->(d)
  WHERE m.quote_drawer = d.id
  SET m.quote_withheld = true
}
CALL () {
  UNWIND $turns AS id
  MATCH (d:Drawer {id: id})
  WHERE d.owner = $owner
  SET d.further_tombstones = CASE
        WHEN d.withheld <> $tombstone AND NOT $tombstone IN coalesce(d.further_tombstones, [])
        THEN coalesce(d.further_tombstones, []) + $tombstone ELSE d.further_tombstones END
  WITH d WHERE d.withheld IS NULL
  SET d.withheld = $tombstone, d.ended_at = coalesce(d.ended_at, datetime('1970-01-01T00:00:00Z'))
  REMOVE d.embedding, d.token_states, d.embedded
  WITH d
  OPTIONAL MATCH (asked:Request)-[:ANSWERED]->(d)
  DETACH DELETE asked
  RETURN collect(DISTINCT d.pointer) AS pointers
}
RETURN pointers
