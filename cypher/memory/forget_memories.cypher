// End the belief in memories, and drop the reviews about them.
// They stay in the graph for queries about past knowledge, and no recall returns them.
// mode: write
// params: owner, ids, now
// returns: id, forgotten
UNWIND $ids AS one
MATCH (m:Memory {id: one})
WHERE m.owner = $owner
WITH m, m.retracted_at = datetime('9999-12-31T00:00:00Z') AS believed,
     CASE WHEN m.recorded_at < $now THEN $now ELSE m.recorded_at + duration({microseconds: 1}) END AS later
SET m.retracted_at = CASE WHEN believed THEN later ELSE m.retracted_at END
WITH m, believed, later
CALL (m, later) {
  MATCH (m)-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]-(:Memory)
  WHERE e.retracted_at > later AND e.recorded_at < later
  SET e.retracted_at = later
  RETURN count(e) AS ended
}
CALL (ended) {
  MATCH (o:Owner {key: $owner})
  SET o.relations = coalesce(o.relations, 0) - ended
}
CALL (m, later) {
  MATCH ()-[f:FACT]->()
  USING INDEX f:FACT(owner, memory_id)
  WHERE f.owner = $owner AND f.memory_id = m.id AND f.retracted_at > later AND f.recorded_at < later
  SET f.retracted_at = later
}
CALL (m, later) {
  // What a dream made of it lists its words.
  MATCH (x:Memory)-[:DERIVED_FROM]->(m)
  WHERE x.retracted_at > later
  SET x.retracted_at = CASE WHEN x.recorded_at < later THEN later ELSE x.recorded_at + duration({microseconds: 1}) END
}
CALL (m) {
  MATCH (m)<-[:OLDER|NEWER]-(r:Review)
  DETACH DELETE r
}
CALL (m) {
  // A workflow has words of its episodes: an open one goes, of a decided one what tells it from others stays.
  MATCH (m)<-[:FOUND_IN]-(w:Workflow)
  FOREACH (one IN CASE WHEN w.state = 'open' THEN [w] ELSE [] END | DETACH DELETE one)
  FOREACH (one IN CASE WHEN w.state <> 'open' THEN [w] ELSE [] END | SET one.name = '', one.steps = [])
}
RETURN m.id AS id, believed AS forgotten
