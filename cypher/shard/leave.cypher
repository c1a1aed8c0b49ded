// The owner's memory is at another server from here on. Whoever writes here all the same is refused, for good.
// mode: write
// params: owner, target
// returns: nothing
MATCH (o:Owner {key: $owner})
SET o.last_written_at = datetime()
SET o.moved_to = $target, o.moving_to = null
