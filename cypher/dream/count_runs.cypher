// How many dreams of the owner's there are.
// mode: read
// params: owner
// returns: count
MATCH (r:DreamRun {owner: $owner})
RETURN count(r) AS count
