// Keeps the work that nobody asked for away from an owner who is being copied here, until the copy is compared. What is
// cleared here for the copy is no erasure: the last one is that of the source.
// mode: write
// params: owner, source, erased_at
// returns: nothing
MERGE (o:Owner {key: $owner})
SET o.arriving_from = $source, o.erased_at = $erased_at
