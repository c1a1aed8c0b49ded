// Block background work for an owner who is being copied here, until the copy is compared.
// Clearing this database for the copy is no erasure: `erased_at` is the source's.
// mode: write
// params: owner, source, erased_at
// returns: nothing
MERGE (o:Owner {key: $owner})
SET o.arriving_from = $source, o.erased_at = $erased_at
