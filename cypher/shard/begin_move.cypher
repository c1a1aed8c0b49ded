// Fences an owner off, under the lock that every writer takes: from here on nothing is written for the owner on this server
// until the move has ended or was given up. A move to somewhere else that has begun already stays.
// mode: write
// params: owner, target
// returns: moving_to
MATCH (o:Owner {key: $owner})
SET o.last_written_at = datetime()
WITH o
WHERE o.name IS NOT NULL AND o.moved_to IS NULL
SET o.moving_to = coalesce(o.moving_to, $target)
RETURN o.moving_to AS moving_to
