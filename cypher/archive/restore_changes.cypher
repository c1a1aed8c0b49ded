// Restore the changes of dreams from an archive.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MATCH (d:DreamRun {id: row.start})
WHERE d.owner = $owner
MATCH (m:Memory {id: row.end})
WHERE m.owner = $owner
MERGE (d)-[r:CHANGED {run: row.properties.run, place: row.properties.place}]->(m)
ON CREATE SET r = row.properties, r.owner = $owner
FINISH
