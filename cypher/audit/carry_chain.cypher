// Lets the chain of an owner who comes from another database go on where it was there.
// mode: write
// params: owner, chain
// returns: nothing
MATCH (o:Owner {key: $owner})
SET o += $chain
