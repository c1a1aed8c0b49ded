// Makes room for an owner who comes from another server: until the move has ended it does not count as being here.
// mode: write
// params: owner, source
// returns: nothing
MERGE (o:Owner {key: $owner})
SET o.last_written_at = datetime()
SET o.arriving_from = $source, o.moved_to = null, o.moving_to = null
