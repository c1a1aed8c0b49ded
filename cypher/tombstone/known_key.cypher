// Return the key of an owner's hashes, if any tombstone exists.
// mode: read
// params: owner
// returns: key
MATCH (o:Owner {key: $owner})
RETURN o.tombstone_key AS key
