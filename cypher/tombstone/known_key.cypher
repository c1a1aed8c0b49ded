// The key of an owner's hashes, where there is any tombstone.
// mode: read
// params: owner
// returns: key
MATCH (o:Owner {key: $owner})
RETURN o.tombstone_key AS key
