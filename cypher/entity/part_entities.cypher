// Undoes a merge: the edge is retracted, the evidence stays, and the two are never merged by a rule again.
// mode: write
// params: owner, uri, now
// returns: uri
MATCH (e:Entity {owner: $owner, uri: $uri})-[s:SAME_AS]->(c:Entity)
WHERE s.retracted_at > $now
SET s.retracted_at = CASE WHEN s.recorded_at < $now THEN $now ELSE s.recorded_at + duration({microseconds: 1}) END
RETURN c.uri AS uri
