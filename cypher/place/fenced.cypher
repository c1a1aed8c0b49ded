// Whether an owner is kept from being written here since a move to $target: an erasure removes the fence.
// mode: read
// params: owner, target
// returns: fenced
MATCH (o:Owner {key: $owner})
RETURN coalesce(o.moving_to = $target, false) AS fenced
