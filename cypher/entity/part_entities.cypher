// Undoes a merge: the edge is retracted, the evidence stays, and the two are never merged by a rule again. The summaries of
// both are behind then.
// mode: write
// params: owner, uri, now
// returns: uri
MATCH (e:Entity {owner: $owner, uri: $uri})-[s:SAME_AS]->(c:Entity)
WHERE s.retracted_at > $now
SET s.retracted_at = CASE WHEN s.recorded_at < $now THEN $now ELSE s.recorded_at + duration({microseconds: 1}) END,
    e.stale = coalesce(e.stale, 0) + 1, c.stale = coalesce(c.stale, 0) + 1
RETURN c.uri AS uri
