// Gives rooms and closets of earlier releases the id of what they lie in, by which they are paged through.
// mode: write
// params: limit
// returns: changed
CALL () {
  MATCH (w:Wing)-[:HAS_ROOM]->(n:Room) WHERE n.wing_id IS NULL RETURN n, w.id AS parent
  UNION ALL
  MATCH (r:Room)-[:HAS_CLOSET]->(n:Closet) WHERE n.room_id IS NULL RETURN n, r.id AS parent
}
WITH n, parent LIMIT $limit
SET n.wing_id = CASE WHEN n:Room THEN parent END, n.room_id = CASE WHEN n:Closet THEN parent END
RETURN count(n) AS changed
