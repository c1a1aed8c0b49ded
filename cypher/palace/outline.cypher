// Return the wings and rooms of an owner in one tree, for a first look.
// It is bounded; the palace pages show more.
// mode: read
// params: owner, limit
// returns: number, name, kind, rooms
MATCH (w:Wing)
USING INDEX w:Wing(owner, number)
WHERE w.owner = $owner AND w.number > 0
WITH w ORDER BY w.owner, w.number LIMIT $limit
CALL (w) {
  MATCH (r:Room)
  USING INDEX r:Room(owner, wing_id, number)
  WHERE r.owner = $owner AND r.wing_id = w.id AND r.number > 0
  WITH r ORDER BY r.owner, r.wing_id, r.number LIMIT $limit
  RETURN collect({number: r.number, title: r.title, started_at: r.started_at, drawers: r.drawers}) AS rooms
}
RETURN w.number AS number, w.name AS name, w.kind AS kind, rooms
