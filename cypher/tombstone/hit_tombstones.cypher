// Count the values that tombstones barred.
// mode: write
// params: owner, ids, now
// returns: nothing
UNWIND $ids AS id
MATCH (t:Tombstone {id: id})
WHERE t.owner = $owner
SET t.hits = t.hits + 1, t.last_hit_at = $now
FINISH
