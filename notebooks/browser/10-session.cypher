// The working memory of each session that is going on: what it has in mind, at most nine memories
WITH 'demo' AS owner  // whose memory
MATCH (o:Owner {name: owner})
MATCH path = (s:Session {owner: o.key})-[h:HOLDS]->(m:Memory)
RETURN path, m.text AS memory, h.added_at AS since, h.access_count AS used
ORDER BY s.last_active_at DESC, h.last_accessed_at DESC
LIMIT 90
