// Memories that name an entity or one merged into it, the latest first.
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
WITH [e] + others AS all
UNWIND all AS x
MATCH (x)<-[:MENTIONS]-(m:Memory)
WHERE m.owner = $owner AND m.retracted_at > $now
WITH DISTINCT m ORDER BY m.said_at DESC, m.id LIMIT $limit
RETURN m {.*, embedding: null} AS memory
