// Record that a move is complete.
// mode: write
// params: owner
// returns: nothing
MATCH (p:Lease {name: 'place ' + $owner})
SET p.moving_to = null, p.leaving = null
