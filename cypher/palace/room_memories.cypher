// Return the memories that a room's turns say, valid at an instant, the latest first.
// Of each closet it reads the `reach` last memories. No row comes back for a room that does not exist.
// mode: read
// params: owner, wing, room, starts, ends, recorded, retracted, tiers, reach, limit
// returns: title, ids
MATCH (w:Wing)
USING INDEX w:Wing(owner, number)
WHERE w.owner = $owner AND w.number = $wing
WITH w
MATCH (r:Room)
USING INDEX r:Room(owner, wing_id, number)
WHERE r.owner = $owner AND r.wing_id = w.id AND r.number = $room
WITH r
LIMIT 1
CALL (r) {
  MATCH (c:Closet)
  USING INDEX c:Closet(owner, room_id, number)
  WHERE c.owner = $owner AND c.room_id = r.id AND c.number >= 0
  WITH c ORDER BY c.owner DESC, c.room_id DESC, c.number DESC LIMIT $reach
  CALL (c) {
    MATCH (d:Drawer)
    USING INDEX d:Drawer(owner, closet_id, position)
    WHERE d.owner = $owner AND d.closet_id = c.id AND d.position >= 0 AND d.withheld IS NULL
    RETURN d ORDER BY d.owner DESC, d.closet_id DESC, d.position DESC LIMIT $reach
  }
  WITH d ORDER BY d.position DESC LIMIT $reach
  MATCH (m:Memory)-[:DERIVED_FROM]->(d)
  WHERE m.tier IN $tiers AND m.valid_from <= $starts AND m.valid_until > $ends AND m.recorded_at <= $recorded
    AND m.retracted_at > $retracted
  WITH m, max(d.position) AS place ORDER BY place DESC, m.id LIMIT $limit
  RETURN collect(m.id) AS ids
}
RETURN r.title AS title, ids
