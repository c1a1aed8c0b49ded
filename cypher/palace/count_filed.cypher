// Advances the counters of the owner and of each room after a batch, in its transaction. `filed` never goes down, so
// that a pointer is never given out twice, whatever was deleted.
// mode: write
// params: owner, rooms, filed
// returns: nothing
MATCH (o:Owner {key: $owner})
SET o.drawers = o.drawers + $filed
WITH o
UNWIND $rooms AS row
MATCH (r:Room {id: row.id, owner: $owner})
SET r.filed = coalesce(r.filed, r.drawers) + row.filed, r.drawers = r.drawers + row.filed, r.last_drawer = row.last_drawer,
    r.ended_at = coalesce(row.ended_at, r.ended_at)
