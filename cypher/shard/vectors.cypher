// The vectors of an owner's turns and memories, for a server of the same embedder: to make them anew would take minutes.
// mode: read
// params: owner
// returns: label, id, text, embedding, model, states
CALL () {
  MATCH (n:Drawer {owner: $owner}) WHERE n.embedding IS NOT NULL RETURN 'Drawer' AS label, n
  UNION ALL MATCH (n:Memory {owner: $owner}) WHERE n.embedding IS NOT NULL RETURN 'Memory' AS label, n
}
RETURN label, n.id AS id, n.text AS text, n.embedding AS embedding, n.embedding_model AS model, n.token_states AS states
