// Clear the vectors of up to $limit memories, so that another embedder can make them anew.
// mode: write
// params: owner, limit
// returns: reset
MATCH (m:Memory {owner: $owner, embedded: true})
WITH m LIMIT $limit
SET m.embedded = false
REMOVE m.embedding, m.embedding_model
RETURN count(m) AS reset
