// Nodes from an archive that are not there yet, which the same transaction has asked under the owner's lock.
// mode: write
// params: owner, rows
// returns: nothing
CYPHER 25
UNWIND $rows AS row
CREATE (n:$(row.labels))
SET n = row.properties, n.owner = $owner
FINISH
