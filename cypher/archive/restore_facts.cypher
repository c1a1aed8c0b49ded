// Restore facts from an archive, unless their source memory is missing or forgotten here.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MATCH (s:Entity {owner: $owner, uri: row.start})
MATCH (o:Entity {owner: $owner, uri: row.end})
WITH s, o, row
WHERE coalesce(row.properties.memory_id, '') = ''
   OR EXISTS { MATCH (m:Memory {id: row.properties.memory_id}) WHERE m.owner = $owner AND m.forgotten_at IS NULL }
MERGE (s)-[f:FACT {fact_id: row.properties.fact_id}]->(o)
ON CREATE SET f = row.properties, f.owner = $owner
FINISH
