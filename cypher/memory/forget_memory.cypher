// Ends the belief in a memory: it stays in the graph for those who ask what was known, and no recall returns it.
// mode: write
// params: owner, id, now
// returns: id, forgotten
MATCH (m:Memory {id: $id})
WHERE m.owner = $owner
WITH m, m.retracted_at > $now AS believed
SET m.retracted_at = CASE WHEN believed THEN $now ELSE m.retracted_at END
WITH m, believed
CALL (m) {
  MATCH (m)-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]-(:Memory)
  WHERE e.retracted_at > $now AND e.recorded_at < $now
  SET e.retracted_at = $now
  RETURN count(e) AS ended
}
CALL (ended) {
  MATCH (o:Owner {key: $owner})
  SET o.relations = coalesce(o.relations, 0) - ended
}
CALL () {
  MATCH ()-[f:FACT]->()
  USING INDEX f:FACT(owner, memory_id)
  WHERE f.owner = $owner AND f.memory_id = $id AND f.retracted_at > $now AND f.recorded_at < $now
  SET f.retracted_at = $now
}
RETURN m.id AS id, believed AS forgotten
