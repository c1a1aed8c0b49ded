// Whom and what memories name, from an archive.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MATCH (m:Memory {id: row.start})
WHERE m.owner = $owner
MATCH (e:Entity {owner: $owner, uri: row.end})
MERGE (m)-[r:MENTIONS]->(e)
ON CREATE SET r = row.properties, r.owner = $owner
FINISH
