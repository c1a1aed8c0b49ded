// List the memories that replaced those derived from turns, over at most three changes.
// They are believed, told by other turns and not replaced themselves: at most `limit` for each turn, the last said
// first. Each memory gives at most `reach` paths. Also returned is the memory with the present value of an ended fact
// that a memory of the turn stated.
// mode: read
// params: owner, turns, now, tiers, reach, limit
// returns: key, id
CYPHER 25
UNWIND $turns AS key
MATCH (d:Drawer {id: key})
WITH key, d WHERE d.owner = $owner
MATCH (d)<-[:DERIVED_FROM]-(a:Memory)
CALL (d, a) {
  MATCH (a)(()<-[e:SUPERSEDES WHERE e.recorded_at <= $now AND e.retracted_at > $now]-(:Memory)){1,3}(b:Memory)
  WITH d, b LIMIT $reach
  WHERE b.owner = $owner AND b.tier IN $tiers AND b.recorded_at <= $now AND b.retracted_at > $now
    AND NOT EXISTS { (b)<-[s:SUPERSEDES]-(:Memory) WHERE s.recorded_at <= $now AND s.retracted_at > $now }
    AND NOT EXISTS { (b)-[:DERIVED_FROM]->(d) }
  RETURN DISTINCT b ORDER BY b.said_at DESC, b.id LIMIT $limit
  UNION
  MATCH (s:Entity)-[f:FACT]->(:Entity)
  USING INDEX f:FACT(owner, memory_id)
  WHERE f.owner = $owner AND f.memory_id = a.id AND f.slot IS NOT NULL AND f.valid_until <= $now AND f.retracted_at > $now
  WITH d, s, f LIMIT 5
  MATCH (s)-[g:FACT]->(:Entity)
  USING INDEX g:FACT(owner, slot, valid_until)
  WHERE g.owner = $owner AND g.slot = f.slot AND g.valid_until > $now AND g.valid_from >= f.valid_until
    AND g.recorded_at <= $now AND g.retracted_at > $now
  WITH d, g.memory_id AS later LIMIT 5
  MATCH (b:Memory {id: later})
  WHERE b.owner = $owner AND b.tier IN $tiers AND b.retracted_at > $now AND NOT EXISTS { (b)-[:DERIVED_FROM]->(d) }
  RETURN b LIMIT $limit
}
RETURN DISTINCT key, b.id AS id
