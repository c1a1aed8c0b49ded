// Edges of one type from an archive, of which two nodes have one at the most, where both are. One that is there stays as it
// is. Their ends are known by their ids.
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
