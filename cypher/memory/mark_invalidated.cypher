// Record why memories are no longer believed, by what means, and by the change of which memory.
// Without $id, each is invalidated by its own change.
// mode: write
// params: owner, ids, id, reason, by
// returns: nothing
UNWIND $ids AS one
MATCH (m:Memory {id: one})
WHERE m.owner = $owner
SET m.invalidated_reason = $reason, m.invalidated_by = $by, m.invalidated_with = coalesce($id, one)
FINISH
