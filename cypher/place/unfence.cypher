// Allow writes for an owner in this database again.
// mode: write
// params: owner
// returns: nothing
MATCH (o:Owner {key: $owner})
REMOVE o.moving_to, o.arriving_from, o.moved_to
