// Removes what was written to see how far readers are behind.
// mode: write
// params: nothing
// returns: nothing
MATCH (l:Lease {name: 'cluster mark'})
DELETE l
