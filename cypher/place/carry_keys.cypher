// Copy keys of an owner who comes from another database; existing nodes stay as they are.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MERGE (n:ApiKey {hash: row.hash})
ON CREATE SET n = row, n.owner = $owner
