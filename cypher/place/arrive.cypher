// Keeps the work that nobody asked for away from an owner who is being copied here, until the copy is compared.
// mode: write
// params: owner, source
// returns: nothing
MERGE (o:Owner {key: $owner})
SET o.arriving_from = $source
