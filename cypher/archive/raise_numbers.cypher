// Raise the last number given out: of an owner's wings, of a wing's rooms, of a room's turns.
// mode: write
// params: owner, label, rows
// returns: nothing
UNWIND $rows AS row
CALL (row) {
  WITH row WHERE $label = 'Wing'
  MATCH (o:Owner {key: $owner})
  SET o.wings = CASE WHEN coalesce(o.wings, 0) < row.last THEN row.last ELSE o.wings END
  RETURN 1 AS done
  UNION ALL
  WITH row WHERE $label = 'Room'
  MATCH (w:Wing {id: row.parent})
  WHERE w.owner = $owner
  SET w.rooms = CASE WHEN coalesce(w.rooms, 0) < row.last THEN row.last ELSE w.rooms END
  RETURN 1 AS done
  UNION ALL
  WITH row WHERE $label = 'Drawer'
  MATCH (r:Room {id: row.parent})
  WHERE r.owner = $owner
  SET r.filed = CASE WHEN coalesce(r.filed, r.drawers) < row.last THEN row.last ELSE r.filed END
  RETURN 1 AS done
}
FINISH
