// Which of these hashes a standing tombstone bars, each with the tombstones, and when the last of them was set: one look-up
// for a whole batch. Of one value twenty at the most, which are more than a person forgets it.
// mode: read
// params: owner, keys
// returns: key, tombstones, at
UNWIND $keys AS key
MATCH (k:TombstoneKey {id: key})
WHERE k.owner = $owner
CALL (k) {
  MATCH (k)<-[:BARS]-(t:Tombstone)
  WHERE t.standing
  RETURN t LIMIT 20
}
RETURN key, collect(t.id) AS tombstones, max(t.at) AS at
