// Restore mentions of entities from an archive, except those of memories that are forgotten here.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MATCH (m:Memory {id: row.start})
WHERE m.owner = $owner AND m.forgotten_at IS NULL
MATCH (e:Entity {owner: $owner, uri: row.end})
MERGE (m)-[r:MENTIONS]->(e)
ON CREATE SET r = row.properties, r.owner = $owner
FINISH
