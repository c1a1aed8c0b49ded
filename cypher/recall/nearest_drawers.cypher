// Verbatim turns nearest to a query vector. The owner is filtered inside the index; the caller asks for three times
// what it needs, because the index is binary-quantised (recall@30 0.84 at limit 30, 0.999 at limit 90).
// mode: read
// params: owner, vector, limit
// returns: id, score, room
CYPHER 25
MATCH (d:Drawer)
SEARCH d IN (
  VECTOR INDEX drawer_embedding
  FOR $vector
  WHERE d.owner = $owner
  LIMIT $limit
) SCORE AS score
RETURN d.id AS id, score, d.room_id AS room
