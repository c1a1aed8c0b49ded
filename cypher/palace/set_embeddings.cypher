// Fill the embeddings of a batch of drawers, except those withheld meanwhile.
// mode: write
// params: owner, rows, model
// returns: filled
UNWIND $rows AS row
MATCH (d:Drawer {id: row.id, owner: $owner})
WHERE d.embedded = false AND d.withheld IS NULL
SET d.embedding = row.embedding, d.embedding_model = $model, d.embedded = true, d.token_states = row.token_states
RETURN count(d) AS filled
