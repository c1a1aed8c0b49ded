// What replaced what was made of turns and is not replaced itself, over at most three changes: believed memories that other
// turns tell, at most `limit` of each, the last said first. Of each memory at most `reach` ways are followed. Beside them
// the memory that holds the present value of a fact which a memory of the turn stated and which has ended since.
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
