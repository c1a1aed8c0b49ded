// Find the procedures nearest to a task by vector, among the memories of their category.
// mode: read
// params: owner, vector, now, limit
// returns: ids
CYPHER 25
MATCH (m:Memory)
SEARCH m IN (
  VECTOR INDEX memory_embedding
  FOR $vector
  WHERE m.owner = $owner AND m.category = 'workflow' AND m.retracted_at > $now
  LIMIT $limit
) SCORE AS score
WITH m, score WHERE m:Procedure AND m.tier <> 'dormant'
RETURN collect(m.id) AS ids
