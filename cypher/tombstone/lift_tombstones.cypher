// Lift standing tombstones; their values may be remembered again.
// mode: write
// params: owner, ids, by, now
// returns: lifted
UNWIND $ids AS id
MATCH (t:Tombstone {id: id})
WHERE t.owner = $owner AND t.standing
SET t.standing = false, t.lifted_at = $now, t.lifted_by = $by
RETURN collect(t.id) AS lifted
