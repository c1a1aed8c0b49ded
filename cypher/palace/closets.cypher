// A page of closets for each of several rooms in one round trip.
// mode: read
// params: owner, rooms, after, limit
// returns: parent, id, number, topic, slug, drawers
UNWIND $rooms AS parent
CALL (parent) {
  MATCH (r:Room {id: parent, owner: $owner})-[:HAS_CLOSET]->(c:Closet)
  WHERE c.number > $after
  RETURN c ORDER BY c.number LIMIT $limit
}
RETURN parent, c.id AS id, c.number AS number, c.topic AS topic, c.slug AS slug, c.drawers AS drawers
