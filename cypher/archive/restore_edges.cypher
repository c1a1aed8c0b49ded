// Restore edges of one type from an archive, where both ends exist.
// Two nodes have at most one edge of such a type, and an existing edge stays as it is. Ends are identified by their
// ids.
// mode: write
// params: owner, type, rows
// returns: nothing
CYPHER 25
UNWIND $rows AS row
MATCH (a:Wing|Room|Closet|Memory|Review|Workflow|Outcome|Tombstone {id: row.start})
WHERE a.owner = $owner
MATCH (b:Room|Closet|Drawer|Memory|TombstoneKey {id: row.end})
WHERE b.owner = $owner
MERGE (a)-[r:$($type)]->(b)
ON CREATE SET r = row.properties
FINISH
