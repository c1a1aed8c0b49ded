// List the memories one edge away by relations of some types, as of an instant.
// It is one step of a breadth-first search. Each memory gives at most `reach` edges, the surest first.
// mode: read
// params: owner, seeds, types, starts, ends, recorded, retracted, tiers, reach, limit
// returns: seed, id, type, outgoing, confidence
CYPHER 25
UNWIND $seeds AS seed
MATCH (s:Memory {id: seed})
WITH s WHERE s.owner = $owner
CALL (s) {
  MATCH (s)-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]-(m)
  WHERE type(e) IN $types
    AND e.valid_from <= $starts AND e.valid_until > $ends AND e.recorded_at <= $recorded AND e.retracted_at > $retracted
  WITH m, e LIMIT $reach
  // Apart from the pattern: a planner that may begin at the other end reads all of the owner's memories.
  WHERE m.owner = $owner AND m.tier IN $tiers
    AND m.valid_from <= $starts AND m.valid_until > $ends AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
  RETURN m, e
  ORDER BY e.confidence DESC, m.id
  LIMIT $limit
}
RETURN s.id AS seed, m.id AS id, type(e) AS type, startNode(e) = s AS outgoing, e.confidence AS confidence
