// Return the key of an owner's hashes, made of $fresh on first use.
// It lives with the owner and goes with them.
// mode: write
// params: owner, fresh
// returns: key
MATCH (o:Owner {key: $owner})
SET o.tombstone_key = coalesce(o.tombstone_key, $fresh)
RETURN o.tombstone_key AS key
