// Create nodes from an archive that the store lacks.
// The same transaction has asked which are missing, under the owner's lock. The import's job points to each node, so
// that the nodes of a killed import can be removed; $job is null where no import could be undone.
// mode: write
// params: owner, job, rows
// returns: nothing
CYPHER 25
OPTIONAL MATCH (j:Job {id: $job})
WHERE j.owner = $owner
UNWIND $rows AS row
CREATE (n:$(row.labels))
SET n = row.properties, n.owner = $owner
FOREACH (one IN CASE WHEN j IS NULL THEN [] ELSE [j] END | CREATE (one)-[:WROTE]->(n))
FINISH
