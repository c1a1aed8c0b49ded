// Create tombstones with the hashes that identify their values. No text enters them.
// mode: write
// params: owner, rows
// returns: kept
UNWIND $rows AS row
MERGE (t:Tombstone {id: row.id})
ON CREATE SET t.owner = $owner, t.memory = row.memory, t.subject = row.subject, t.attribute = row.attribute,
              t.reason = row.reason, t.by = row.by, t.at = row.at, t.standing = true, t.hits = 0
WITH t, row
UNWIND row.keys AS key
MERGE (k:TombstoneKey {id: key})
ON CREATE SET k.owner = $owner
MERGE (t)-[:BARS]->(k)
RETURN count(k) AS kept
