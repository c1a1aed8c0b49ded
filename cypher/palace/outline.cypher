// The wings and rooms of an owner in one tree, for a first look. Bounded: the palace pages are for more.
// mode: read
// params: owner, limit
// returns: number, name, kind, rooms
MATCH (w:Wing {owner: $owner})
WITH w ORDER BY w.number LIMIT $limit
CALL (w) {
  MATCH (w)-[:HAS_ROOM]->(r:Room)
  WITH r ORDER BY r.number LIMIT $limit
  RETURN collect({number: r.number, title: r.title, started_at: r.started_at, drawers: r.drawers}) AS rooms
}
RETURN w.number AS number, w.name AS name, w.kind AS kind, rooms
