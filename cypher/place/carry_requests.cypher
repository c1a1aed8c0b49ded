// Copy answered requests of an owner who comes from another database; existing nodes stay.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MERGE (n:Request {id: row.id})
ON CREATE SET n = row, n.owner = $owner
