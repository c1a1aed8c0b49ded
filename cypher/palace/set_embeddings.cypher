// Fills the embeddings of a batch of drawers.
// mode: write
// params: owner, rows, model
// returns: filled
UNWIND $rows AS row
MATCH (d:Drawer {id: row.id, owner: $owner})
SET d.embedding = row.embedding, d.embedding_model = $model, d.embedded = true
RETURN count(d) AS filled
