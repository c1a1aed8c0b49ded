// Set or clear the pinned and immutable flags of a memory; null leaves a flag as it is.
// mode: write
// params: owner, id, pinned, immutable
// returns: id
MATCH (m:Memory {id: $id})
WHERE m.owner = $owner
SET m.pinned = coalesce($pinned, m.pinned), m.immutable = coalesce($immutable, m.immutable)
RETURN m.id AS id
