// Return whether a move to $target refuses writes for an owner here; an erasure lifts the refusal.
// mode: read
// params: owner, target
// returns: fenced
MATCH (o:Owner {key: $owner})
RETURN coalesce(o.moving_to = $target, false) AS fenced
