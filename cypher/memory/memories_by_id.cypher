// Return memories of the owner by their ids; none for another owner's id.
// mode: read
// params: owner, ids
// returns: memory
MATCH (m:Memory)
USING INDEX m:Memory(id)
WHERE m.id IN $ids
WITH m WHERE m.owner = $owner
RETURN m {.*, embedding: null} AS memory
