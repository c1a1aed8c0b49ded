// Count the owner's dreams.
// mode: read
// params: owner
// returns: count
MATCH (r:DreamRun {owner: $owner})
RETURN count(r) AS count
