// Restore the working memory of sessions from an archive.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MATCH (s:Session {owner: $owner, id: row.start})
MATCH (m:Memory {id: row.end})
WHERE m.owner = $owner
MERGE (s)-[r:HOLDS]->(m)
ON CREATE SET r = row.properties
FINISH
