// Copy jobs of an owner who comes from another database; existing nodes stay as they are.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MERGE (n:Job {id: row.id})
ON CREATE SET n = row, n.owner = $owner
