// Which entities a memory names.
// mode: write
// params: owner, rows
// returns: mentions
UNWIND $rows AS row
MATCH (m:Memory {id: row.memory})
WHERE m.owner = $owner
MATCH (e:Entity {owner: $owner, uri: row.uri})
MERGE (m)-[r:MENTIONS]->(e)
RETURN count(r) AS mentions
