// Record that an owner's move begins, and its target.
// A process that finds this without its mover continues the move or takes it back.
// mode: write
// params: owner, target
// returns: nothing
MATCH (p:Lease {name: 'place ' + $owner})
SET p.moving_to = $target
