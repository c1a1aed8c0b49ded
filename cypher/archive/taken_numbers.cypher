// Return whether a wing's or a room's number is taken, and the last number given out.
// An imported wing or room whose number is taken gets the next one.
// mode: read
// params: owner, label, rows
// returns: key, taken, last
UNWIND $rows AS row
CALL (row) {
  WITH row WHERE $label = 'Wing'
  MATCH (o:Owner {key: $owner})
  RETURN EXISTS { MATCH (w:Wing {owner: $owner, number: row.number}) } AS taken, coalesce(o.wings, 0) AS last
  UNION ALL
  WITH row WHERE $label = 'Room'
  MATCH (w:Wing {id: row.parent})
  WHERE w.owner = $owner
  RETURN EXISTS { MATCH (r:Room {owner: $owner, wing_id: row.parent, number: row.number}) } AS taken,
         coalesce(w.rooms, 0) AS last
}
RETURN row.key AS key, taken, last
