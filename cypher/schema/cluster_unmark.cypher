// Remove the node that was written to measure how far readers are behind.
// mode: write
// params: nothing
// returns: nothing
MATCH (l:Lease {name: 'cluster mark'})
DELETE l
