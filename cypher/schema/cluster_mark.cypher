// Write a node that nothing reads, for a bookmark that readers have to catch up with.
// mode: write
// params: at
// returns: nothing
MERGE (l:Lease {name: 'cluster mark'})
SET l.lease_until = $at
