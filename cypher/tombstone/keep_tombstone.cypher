// A tombstone with the hashes it is known by. No text enters it.
// mode: write
// params: owner, row, keys
// returns: kept
MERGE (t:Tombstone {id: $row.id})
ON CREATE SET t = $row, t.owner = $owner, t.standing = true, t.hits = 0
WITH t
UNWIND $keys AS key
MERGE (k:TombstoneKey {id: key})
ON CREATE SET k.owner = $owner
MERGE (t)-[:BARS]->(k)
RETURN count(k) AS kept
