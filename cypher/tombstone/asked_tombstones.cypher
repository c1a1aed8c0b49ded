// Return which of these hashes a standing tombstone bars, in one lookup for a whole batch.
// Each comes with its tombstones and the time of the last one. At most twenty come for one value, more than a person
// forgets it. `forgotten` says that one of them was set for something that a person had forgotten.
// mode: read
// params: owner, keys
// returns: key, tombstones, at, forgotten
UNWIND $keys AS key
MATCH (k:TombstoneKey {id: key})
WHERE k.owner = $owner
CALL (k) {
  MATCH (k)<-[:BARS]-(t:Tombstone)
  WHERE t.standing
  RETURN t LIMIT 20
}
RETURN key, collect(t.id) AS tombstones, max(t.at) AS at,
       max(CASE t.reason WHEN 'forgotten' THEN 1 ELSE 0 END) = 1 AS forgotten
