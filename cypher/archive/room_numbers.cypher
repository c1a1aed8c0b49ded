// Return the wing and room numbers that begin a room's pointers, and its last turn number.
// mode: read
// params: owner, rooms
// returns: id, wing, room, last
UNWIND $rooms AS id
MATCH (r:Room {id: id})
WHERE r.owner = $owner
MATCH (w:Wing {id: r.wing_id})
WHERE w.owner = $owner
RETURN r.id AS id, w.number AS wing, r.number AS room, coalesce(r.filed, r.drawers, 0) AS last
