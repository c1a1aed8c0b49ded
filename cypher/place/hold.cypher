// Held open as long as an owner's move lasts, so that there is one at a time; it is never committed.
// mode: write
// params: owner
// returns: nothing
MERGE (l:Lease {name: 'move ' + $owner})
SET l.holder = 'move'
