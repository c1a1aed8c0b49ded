// Restore stays in tiers from an archive; a memory with an open stay keeps it.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MATCH (m:Memory {id: row.start})
WHERE m.owner = $owner
MATCH (t:Tier {owner: $owner, name: row.end})
WITH m, t, row
WHERE row.properties.until IS NOT NULL
   OR NOT EXISTS { MATCH (m)-[open:IN_TIER]->() WHERE open.until IS NULL }
MERGE (m)-[r:IN_TIER {since: row.properties.since}]->(t)
ON CREATE SET r = row.properties
FINISH
