// What a session holds in mind. The session is locked first: the caller decides by this what to evict.
// mode: write
// params: owner, id
// returns: memory, importance, added_at, last_accessed_at, access_count
MATCH (s:Session {id: $id})
WHERE s.owner = $owner
SET s.last_active_at = s.last_active_at
WITH s
MATCH (s)-[held:HOLDS]->(m:Memory)
RETURN m.id AS memory, m.importance AS importance, held.added_at AS added_at,
       held.last_accessed_at AS last_accessed_at, held.access_count AS access_count
