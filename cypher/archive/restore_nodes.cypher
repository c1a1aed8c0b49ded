// Nodes from an archive that are not there yet, which the same transaction has asked under the owner's lock. The job of the
// import points to each, so that what a killed one wrote can be removed; $job is null where nothing would be.
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
