// List memories that mention an entity or one merged into it, the latest first.
// The order is the index's: every memory in the store may mention the entity.
// mode: read
// params: owner, uri, now, limit
// returns: memory
MATCH (asked:Entity {owner: $owner, uri: $uri})
OPTIONAL MATCH (asked)-[s:SAME_AS]->(into:Entity)
WHERE s.retracted_at > $now
WITH coalesce(into, asked) AS e
LIMIT 1
OPTIONAL MATCH (o:Entity {owner: $owner})-[s:SAME_AS]->(e)
WHERE s.retracted_at > $now
WITH e, collect(o) AS others
UNWIND [e] + others AS x
CALL (x) {
  MATCH (m:Memory)-[r:MENTIONS]->()
  USING INDEX r:MENTIONS(owner, uri, said_at)
  WHERE r.owner = $owner AND r.uri = x.uri AND r.said_at IS NOT NULL AND m.retracted_at > $now
  RETURN m ORDER BY r.owner DESC, r.uri DESC, r.said_at DESC LIMIT $limit
}
WITH DISTINCT m ORDER BY m.said_at DESC, m.id LIMIT $limit
RETURN m {.*, embedding: null} AS memory
