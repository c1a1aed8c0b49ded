// Mark memories that were retracted as soon as they were written: they wait for a review.
// `restore_memory` removes the mark.
// mode: write
// params: owner, ids, reason, by
// returns: nothing
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
SET m.invalidated_reason = $reason, m.invalidated_by = $by, m.invalidated_with = id
FINISH
