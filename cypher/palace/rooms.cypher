// List a page of rooms for each of several wings in one round trip; `after` is a room number per wing.
// mode: read
// params: owner, wings, after, limit
// returns: parent, id, number, title, slug, started_at, ended_at, drawers
UNWIND $wings AS parent
CALL (parent) {
  MATCH (r:Room)
  USING INDEX r:Room(owner, wing_id, number)
  WHERE r.owner = $owner AND r.wing_id = parent AND r.number > $after
  RETURN r ORDER BY r.owner, r.wing_id, r.number LIMIT $limit
}
RETURN parent, r.id AS id, r.number AS number, r.title AS title, r.slug AS slug,
       r.started_at AS started_at, r.ended_at AS ended_at, r.drawers AS drawers
