// Set the token states of embedded drawers, unless withheld or embedded by another model meanwhile.
// mode: write
// params: owner, rows, model
// returns: filled
UNWIND $rows AS row
MATCH (d:Drawer {id: row.id, owner: $owner})
WHERE d.embedded = true AND d.embedding_model = $model AND d.withheld IS NULL
SET d.token_states = row.token_states
RETURN count(d) AS filled
