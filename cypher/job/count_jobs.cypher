// Count an owner's jobs in a list; null filters let everything through.
// mode: read
// params: owner, states, kinds
// returns: count
MATCH (j:Job {owner: $owner})
WHERE ($states IS NULL OR j.state IN $states) AND ($kinds IS NULL OR j.kind IN $kinds)
RETURN count(j) AS count
