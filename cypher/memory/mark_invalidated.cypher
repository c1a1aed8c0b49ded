// Why, through what, and by which memory's change memories are no longer believed; without $id each by its own.
// mode: write
// params: owner, ids, id, reason, by
// returns: nothing
UNWIND $ids AS one
MATCH (m:Memory {id: one})
WHERE m.owner = $owner
SET m.invalidated_reason = $reason, m.invalidated_by = $by, m.invalidated_with = coalesce($id, one)
FINISH
