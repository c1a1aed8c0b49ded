// Undo a merge: the edge is retracted, its evidence stays, and no rule merges the two again.
// mode: write
// params: owner, uri, now
// returns: uri
MATCH (e:Entity {owner: $owner, uri: $uri})-[s:SAME_AS]->(c:Entity)
WHERE s.retracted_at > $now
SET s.retracted_at = CASE WHEN s.recorded_at < $now THEN $now ELSE s.recorded_at + duration({microseconds: 1}) END
RETURN c.uri AS uri
