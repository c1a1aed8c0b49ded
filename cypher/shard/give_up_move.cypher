// Takes the fence of a move that has not ended away: the owner's memory stays where it is.
// mode: write
// params: owner
// returns: nothing
MATCH (o:Owner {key: $owner})
SET o.moving_to = null
