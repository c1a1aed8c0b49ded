// Continue the audit chain of an owner who comes from another database.
// mode: write
// params: owner, chain
// returns: nothing
MATCH (o:Owner {key: $owner})
SET o += $chain
