// Notes that an owner moves, and where to: whoever finds this without its mover goes on with it or takes it back.
// mode: write
// params: owner, target
// returns: nothing
MATCH (p:Lease {name: 'place ' + $owner})
SET p.moving_to = $target
