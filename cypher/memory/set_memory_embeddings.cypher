// Fill the missing embeddings of memories.
// A memory whose text changed meanwhile waits for the next pass. One that was forgotten, or got its vector from another
// process, stays as it is.
// mode: write
// params: owner, rows, model
// returns: filled
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})
WHERE m.owner = $owner AND m.text = row.text AND m.embedded = false
SET m.embedding = row.embedding, m.embedding_model = $model, m.embedded = true
RETURN count(m) AS filled
