// List a page of closets for each of several rooms in one round trip.
// mode: read
// params: owner, rooms, after, limit
// returns: parent, id, number, topic, slug, drawers
UNWIND $rooms AS parent
CALL (parent) {
  MATCH (c:Closet)
  USING INDEX c:Closet(owner, room_id, number)
  WHERE c.owner = $owner AND c.room_id = parent AND c.number > $after
  RETURN c ORDER BY c.owner, c.room_id, c.number LIMIT $limit
}
RETURN parent, c.id AS id, c.number AS number, c.topic AS topic, c.slug AS slug, c.drawers AS drawers
