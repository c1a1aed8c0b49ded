// Count the closets of each of several rooms.
// mode: read
// params: owner, rooms
// returns: parent, count
UNWIND $rooms AS parent
CALL (parent) {
  MATCH (c:Closet)
  USING INDEX c:Closet(owner, room_id, number)
  WHERE c.owner = $owner AND c.room_id = parent AND c.number > 0
  RETURN count(c) AS count
}
RETURN parent, count
