// Count the owner's reviews in one state.
// mode: read
// params: owner, state
// returns: count
MATCH (r:Review {owner: $owner, state: $state})
RETURN count(r) AS count
