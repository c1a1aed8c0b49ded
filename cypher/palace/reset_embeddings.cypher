// Clear the vectors of up to $limit drawers, because another embedder is about to replace them.
// mode: write
// params: owner, limit
// returns: reset
MATCH (d:Drawer {owner: $owner, embedded: true})
WITH d LIMIT $limit
SET d.embedded = false, d.embedding_model = null
REMOVE d.embedding, d.token_states
RETURN count(d) AS reset
