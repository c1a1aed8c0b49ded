// End a contradiction between two memories, unless a person related them.
// An edge that this very transaction recorded lasts for an instant.
// mode: write
// params: owner, one, other, now
// returns: ended
MATCH (a:Memory {id: $one})
WHERE a.owner = $owner
MATCH (b:Memory {id: $other})
WHERE b.owner = $owner
CALL (a, b) {
  MATCH (a)-[e:CONTRADICTS]-(b)
  WHERE e.retracted_at > $now AND e.detected_by <> 'manual'
  SET e.retracted_at = CASE WHEN e.recorded_at < $now THEN $now ELSE e.recorded_at + duration({microseconds: 1}) END
  RETURN count(e) AS ended
}
MATCH (o:Owner {key: $owner})
SET o.relations = coalesce(o.relations, 0) - ended
RETURN ended
