// Return the end of these rooms, so that a grown conversation continues in its open closet.
// Its first new turn gets the text of the turn before as context. A room that does not exist yet gives no row.
// mode: read
// params: owner, rooms
// returns: id, number, drawers, last_id, last_text, last_speaker, last_closet, last_closet_drawers
UNWIND $rooms AS id
MATCH (r:Room {id: id})
WHERE r.owner = $owner
OPTIONAL MATCH (last:Drawer {id: r.last_drawer})<-[:HAS_DRAWER]-(c:Closet)
RETURN r.id AS id, r.number AS number, coalesce(r.filed, r.drawers) AS drawers, last.id AS last_id, last.text AS last_text,
       last.speaker AS last_speaker, c.id AS last_closet, c.drawers AS last_closet_drawers
