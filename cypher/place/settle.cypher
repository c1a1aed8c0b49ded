// Notes that nothing of a move is left to be done.
// mode: write
// params: owner
// returns: nothing
MATCH (p:Lease {name: 'place ' + $owner})
SET p.moving_to = null, p.leaving = null
