// Memories of the owner by their ids; none for an id of somebody else's.
// mode: read
// params: owner, ids
// returns: memory
MATCH (m:Memory)
USING INDEX m:Memory(id)
WHERE m.id IN $ids
WITH m WHERE m.owner = $owner
RETURN m {.*, embedding: null} AS memory
