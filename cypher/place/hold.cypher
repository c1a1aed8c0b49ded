// Lock an owner's move, so that one runs at a time; the transaction never commits.
// It stays open as long as the move lasts.
// mode: write
// params: owner
// returns: nothing
MERGE (l:Lease {name: 'move ' + $owner})
SET l.holder = 'move'
