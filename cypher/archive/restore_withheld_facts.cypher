// Restore the facts of forgotten memories from an archive, as withheld.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MATCH (a:Entity {owner: $owner, uri: row.start})
MATCH (b:Entity {owner: $owner, uri: row.end})
WITH a, b, row
WHERE NOT EXISTS { MATCH (a)-[k:WITHHELD]->(b)
                   WHERE k.kind = row.properties.kind AND k.memory_id = row.properties.memory_id
                     AND coalesce(k.fact_id, '') = coalesce(row.properties.fact_id, '') }
CREATE (a)-[r:WITHHELD]->(b)
SET r = row.properties, r.owner = $owner
FINISH
