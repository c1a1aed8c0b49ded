// Whether a wing's or a room's number is given out already, and the last one that was, so that what an archive brings beside
// other things gets the next.
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
