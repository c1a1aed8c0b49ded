// How many tombstones an owner has; `every` counts lifted ones, too.
// mode: read
// params: owner, every
// returns: count
MATCH (t:Tombstone {owner: $owner})
WHERE $every OR t.standing
RETURN count(t) AS count
