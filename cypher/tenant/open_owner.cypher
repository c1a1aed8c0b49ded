// The owner of what is about to be written, made on first use. Writing `last_written_at` takes the node's lock, so
// the writers of one owner follow each other and the counters below never skip or repeat a number.
// mode: write
// params: owner, name
// returns: wings, drawers
MERGE (o:Owner {key: $owner})
ON CREATE SET o.name = $name, o.created_at = datetime(), o.settings = '{}', o.wings = 0, o.drawers = 0
SET o.last_written_at = datetime()
RETURN o.wings AS wings, o.drawers AS drawers
