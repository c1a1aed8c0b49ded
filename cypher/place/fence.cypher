// Refuse all writes for an owner in this database, under the lock that every writer takes.
// mode: write
// params: owner, target
// returns: fenced, erased_at
MATCH (o:Owner {key: $owner})
SET o.last_written_at = datetime()
WITH o
WHERE o.name IS NOT NULL
SET o.moving_to = $target
RETURN count(*) AS fenced, max(o.erased_at) AS erased_at
