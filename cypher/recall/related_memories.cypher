// What the best hits are linked to, one edge away, as of an instant: activation spreads along it.
// mode: read
// params: owner, seeds, starts, ends, recorded, retracted, tiers, limit
// returns: seed, id, type, outgoing, confidence
UNWIND $seeds AS seed
MATCH (s:Memory {id: seed})
WHERE s.owner = $owner
CALL (s) {
  MATCH (s)-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]-(m)
  WHERE e.valid_from <= $starts AND e.valid_until > $ends AND e.recorded_at <= $recorded AND e.retracted_at > $retracted
  // Apart from the pattern: a planner that may begin at the other end reads all of the owner's memories.
  WITH m, e
  WHERE m.owner = $owner AND m.tier IN $tiers
    AND m.valid_from <= $starts AND m.valid_until > $ends AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
  RETURN m, e
  ORDER BY e.confidence DESC
  LIMIT $limit
}
RETURN s.id AS seed, m.id AS id, type(e) AS type, startNode(e) = s AS outgoing, e.confidence AS confidence
