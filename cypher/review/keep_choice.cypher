// Record the decision of a review, with its author and time.
// mode: write
// params: owner, id, state, by, now
// returns: id
MATCH (r:Review {id: $id})
WHERE r.owner = $owner
SET r.state = $state, r.decided_by = $by, r.decided_at = $now
RETURN r.id AS id
