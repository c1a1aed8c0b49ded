// Believe a retracted memory again from now on.
// `version` is the id of a copy that records the belief until the retraction. Everything retracted with the memory
// comes back: its facts unless another took their place, derived memories, and relations, except that another replaced
// it.
// mode: write
// params: owner, id, version, now
// returns: restored
MATCH (m:Memory {id: $id})
WHERE m.owner = $owner
OPTIONAL MATCH (d:Memory)-[:DERIVED_FROM*1..8]->(m)
WHERE d.invalidated_with = $id AND d.forgotten_at IS NULL
WITH m, m.retracted_at AS was, [m] + collect(DISTINCT d) AS all
OPTIONAL MATCH (v:Memory {id: $version, owner: $owner})
SET v.retracted_at = was
WITH m, was, all
UNWIND all AS one
CALL (one, was) {
  MATCH (s)-[f:FACT]->()
  USING INDEX f:FACT(owner, memory_id)
  WHERE f.owner = $owner AND f.memory_id = one.id AND f.retracted_at = was
    AND NOT EXISTS { MATCH (s)-[g:FACT]->() WHERE g <> f AND g.slot = f.slot AND g.retracted_at > $now
                                              AND g.valid_until > f.valid_from AND g.valid_from < f.valid_until }
  SET f.retracted_at = datetime('9999-12-31T00:00:00Z')
}
CALL (one, was) {
  MATCH (one)-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]-(x:Memory)
  WHERE e.retracted_at = was AND x.retracted_at > $now
    AND NOT (type(e) = 'SUPERSEDES' AND endNode(e) = one)
  SET e.retracted_at = datetime('9999-12-31T00:00:00Z')
  RETURN count(DISTINCT e) AS edges
}
CALL (one) {
  MATCH (one)<-[e:SUPERSEDES]-(:Memory)
  WHERE e.retracted_at > $now AND one.valid_until > e.valid_from
  SET e.retracted_at = CASE WHEN e.recorded_at < $now THEN $now ELSE e.recorded_at + duration({microseconds: 1}) END
  RETURN count(e) AS replaced
}
SET one.retracted_at = datetime('9999-12-31T00:00:00Z')
REMOVE one.invalidated_reason, one.invalidated_by, one.invalidated_with
WITH sum(edges) - sum(replaced) AS edges, count(one) AS restored
MATCH (o:Owner {key: $owner})
SET o.relations = coalesce(o.relations, 0) + edges
RETURN restored
