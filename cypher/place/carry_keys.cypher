// Nodes of an owner who comes from another database. What is here stays as it is.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MERGE (n:ApiKey {hash: row.hash})
ON CREATE SET n = row, n.owner = $owner
