// Restore merges of entities from an archive.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MATCH (e:Entity {owner: $owner, uri: row.start})
MATCH (c:Entity {owner: $owner, uri: row.end})
MERGE (e)-[r:SAME_AS {recorded_at: row.properties.recorded_at}]->(c)
ON CREATE SET r = row.properties
FINISH
