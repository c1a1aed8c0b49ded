// Which of these hashes a standing tombstone bars, each with the tombstones, and when the last of them was set: one look-up
// for a whole batch. Of one value twenty at the most, which are more than a person forgets it. `forgotten` where one of
// them was set for what somebody had forgotten.
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
