// How many of the owner's pairs are in a state.
// mode: read
// params: owner, state
// returns: count
MATCH (r:Review {owner: $owner, state: $state})
RETURN count(r) AS count
