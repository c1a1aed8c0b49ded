// Add memories to a session's working memory, or mark them as met again, and release others.
// mode: write
// params: owner, id, held, evicted, now
// returns: held
MATCH (s:Session {owner: $owner, id: $id})
CALL (s) {
  MATCH (s)-[gone:HOLDS]->(m:Memory)
  WHERE m.id IN $evicted
  DELETE gone
}
UNWIND $held AS memory
MATCH (m:Memory {id: memory})
WHERE m.owner = $owner
MERGE (s)-[h:HOLDS]->(m)
ON CREATE SET h.added_at = $now, h.access_count = 1
ON MATCH SET h.access_count = h.access_count + 1
SET h.last_accessed_at = $now
RETURN count(h) AS held
