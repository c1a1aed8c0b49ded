// Create or lock the owner's node before a write, and again after an erasure.
// Writing `last_written_at` takes the node's lock, so that the writers of one owner follow each other and the counters
// never skip or repeat a number. `erased` says that the owner was erased since the write was requested. `moving_to`
// says that the owner moves to another database, or has moved there since. Then nothing may be written.
// mode: write
// params: owner, name, asked_at
// returns: wings, drawers, erased, moving_to
MERGE (o:Owner {key: $owner})
SET o.last_written_at = datetime()
SET o.name = coalesce(o.name, $name), o.created_at = coalesce(o.created_at, datetime()),
    o.wings = coalesce(o.wings, 0), o.drawers = coalesce(o.drawers, 0)
RETURN o.wings AS wings, o.drawers AS drawers, coalesce(o.erased_at >= $asked_at, false) AS erased,
       coalesce(o.moving_to, CASE WHEN o.erased_at >= $asked_at THEN o.moved_to END) AS moving_to
