// Count an owner's tombstones; `every` includes lifted ones.
// mode: read
// params: owner, every
// returns: count
MATCH (t:Tombstone {owner: $owner})
WHERE $every OR t.standing
RETURN count(t) AS count
