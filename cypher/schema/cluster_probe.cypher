// Create a node that nothing reads, to test whether this user may write; it is rolled back.
// mode: write
// params: nothing
// returns: nothing
MERGE (l:Lease {name: 'cluster probe'})
SET l.holder = 'doctor'
