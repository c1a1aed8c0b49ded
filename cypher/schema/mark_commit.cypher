// Mark a write transaction inside itself.
// After a lost COMMIT, the process looks for the mark to learn whether the transaction committed. One transaction at a
// time uses each place. Marks of dead processes go after a day.
// mode: write
// params: place, unit
// returns: nothing
MERGE (l:Lease {name: $place})
SET l.holder = $unit, l.expires = datetime() + duration({days: 1})
