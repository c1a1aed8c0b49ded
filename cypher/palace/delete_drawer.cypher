// Delete a drawer by its pointer at a person's wish, with everything that only it says.
// It deletes the memories that nothing else says and those of $also, their versions, the reviews about them, and the
// entities that nothing else mentions. It mends the chain of turns and the counters. The stored answer to a repeated
// request goes with the turn that it reports.
// mode: write
// params: owner, pointer, also
// returns: id, memories
MATCH (d:Drawer {owner: $owner, pointer: $pointer})
WITH d LIMIT 1
// A step at a time, since a planner that may begin at the owner walks through the whole palace.
MATCH (d)<-[:HAS_DRAWER]-(c:Closet)
WITH d, c
MATCH (c)<-[:HAS_CLOSET]-(r:Room)
WITH d, c, r
MATCH (o:Owner {key: $owner})
OPTIONAL MATCH (before:Drawer)-[:NEXT]->(d)
OPTIONAL MATCH (d)-[:NEXT]->(after:Drawer)
CALL (d) {
  CALL (d) {
    MATCH (m:Memory)-[:DERIVED_FROM]->(d)
    WHERE NOT EXISTS { MATCH (m)-[:DERIVED_FROM]->(x) WHERE x <> d }
    RETURN m
    UNION
    UNWIND $also AS other
    MATCH (m:Memory {id: other})
    WHERE m.owner = $owner
    RETURN m
  }
  OPTIONAL MATCH (v:Memory)-[:VERSION_OF]->(m)
  // What a dream made of one of them lists its words.
  OPTIONAL MATCH (x:Memory)-[:DERIVED_FROM]->(m)
  WITH collect(m) + collect(v) + collect(x) AS found
  UNWIND found AS one
  RETURN collect(DISTINCT one) AS alone
}
CALL (alone) {
  UNWIND alone AS m
  MATCH (m)-[:MENTIONS|WITHHELD]->(e:Entity)
  RETURN collect(DISTINCT e) AS named
}
WITH o, r, c, d, d.id AS id, before, after, alone, named, [m IN alone | m.id] AS ids
CALL (ids) {
  UNWIND ids AS gone
  MATCH (s)-[f:FACT]->(x)
  USING INDEX f:FACT(owner, memory_id)
  WHERE f.owner = $owner AND f.memory_id = gone
  DELETE f
  RETURN collect(s) + collect(x) AS facts
}
CALL (ids) {
  UNWIND ids AS gone
  MATCH (s)-[w:WITHHELD]->(x)
  USING INDEX w:WITHHELD(owner, memory_id)
  WHERE w.owner = $owner AND w.memory_id = gone AND w.kind = 'fact'
  DELETE w
  RETURN collect(s) + collect(x) AS withheld
}
WITH *, facts + withheld AS stated
CALL (alone) {
  UNWIND alone AS m
  MATCH (m)-[:MENTIONS]->(e:Entity)
  WHERE NOT EXISTS { (m)-[:VERSION_OF]->() }
  SET e.mentions = e.mentions - 1
}
CALL (ids) {
  UNWIND ids AS gone
  MATCH (:Memory {id: gone})-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]-(:Memory)
  WHERE e.retracted_at > datetime()
  RETURN count(DISTINCT e) AS ended
}
CALL (ids) {
  UNWIND ids AS gone
  MATCH (m:Memory {id: gone})
  WITH m
  MATCH (m)<-[:OLDER|NEWER]-(question:Review)
  WITH DISTINCT question
  DETACH DELETE question
  RETURN count(*) AS settled
}
CALL (d) {
  // What others say, too, stays, and stands nowhere until it is made anew of their words.
  MATCH (m:Memory)-[:DERIVED_FROM]->(d)
  WHERE m.quote_drawer = d.id
  REMOVE m.quote_drawer, m.quote_start, m.quote_end, m.quote_withheld
}
FOREACH (ignored IN CASE WHEN before IS NULL OR after IS NULL THEN [] ELSE [1] END | MERGE (before)-[:NEXT]->(after))
SET o.drawers = o.drawers - 1, o.characters = coalesce(o.characters, 0) - size(d.text),
    o.relations = coalesce(o.relations, 0) - ended, r.drawers = r.drawers - 1, c.drawers = c.drawers - 1,
    r.last_drawer = CASE WHEN r.last_drawer = id THEN before.id ELSE r.last_drawer END
FOREACH (m IN alone | DETACH DELETE m)
FOREACH (answer IN [(asked:Request)-[:ANSWERED]->(d) | asked] | DETACH DELETE answer)
DETACH DELETE d
WITH id, ids, named + stated AS names
CALL (names) {
  UNWIND names AS e
  WITH DISTINCT e WHERE NOT EXISTS { (e)--() }
  DELETE e
}
RETURN id, size(ids) AS memories
