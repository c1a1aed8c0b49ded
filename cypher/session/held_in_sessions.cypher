// Return the working memory of sessions, at most nine memories each; retracted ones are left out.
// mode: read
// params: owner, ids, now
// returns: session, memory, added_at, last_accessed_at, access_count
UNWIND $ids AS id
MATCH (s:Session {owner: $owner, id: id})
MATCH (s)-[h:HOLDS]->(m:Memory)
WHERE m.owner = $owner AND m.retracted_at > $now
RETURN s.id AS session, m {.*, embedding: null} AS memory, h.added_at AS added_at, h.last_accessed_at AS last_accessed_at,
       h.access_count AS access_count
