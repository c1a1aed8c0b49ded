// A page of drawers for each of several closets in one round trip, in the order they were said.
// mode: read
// params: owner, closets, after, limit
// returns: parent, id, text, speaker, role, said_at, position, pointer, tags, language, embedded, source_id
UNWIND $closets AS parent
CALL (parent) {
  MATCH (c:Closet {id: parent, owner: $owner})-[:HAS_DRAWER]->(d:Drawer)
  WHERE d.position > $after
  RETURN d ORDER BY d.position LIMIT $limit
}
RETURN parent, d.id AS id, d.text AS text, d.speaker AS speaker, d.role AS role, d.said_at AS said_at, d.position AS position,
       d.pointer AS pointer, d.tags AS tags, d.language AS language, d.embedded AS embedded, d.source_id AS source_id
