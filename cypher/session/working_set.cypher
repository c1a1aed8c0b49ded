// Lock a session and return its working memory, by which the caller decides what to evict.
// No row comes back for an ended session, which may hold nothing. `memory` is null while the session holds nothing.
// mode: write
// params: owner, id
// returns: memory, importance, added_at, last_accessed_at, access_count
MATCH (s:Session {owner: $owner, id: $id})
SET s.last_active_at = s.last_active_at
WITH s
WHERE s.state = 'active'
OPTIONAL MATCH (s)-[held:HOLDS]->(m:Memory)
RETURN m.id AS memory, m.importance AS importance, held.added_at AS added_at,
       held.last_accessed_at AS last_accessed_at, held.access_count AS access_count
