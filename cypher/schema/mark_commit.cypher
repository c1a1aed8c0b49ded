// Marks a write transaction of a process, in itself: whether it was committed can be asked for when its COMMIT got lost.
// Each place is used by one transaction at a time; what processes that died left behind goes after a day.
// mode: write
// params: place, unit
// returns: nothing
MERGE (l:Lease {name: $place})
SET l.holder = $unit, l.expires = datetime() + duration({days: 1})
