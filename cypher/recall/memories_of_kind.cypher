// List the memories of some categories nearest to a query vector.
// Otherwise as `recall/memories_by_meaning`. Such memories are few and would hardly be among the nearest of all.
// mode: read
// params: owner, vector, starts, ends, recorded, retracted, tiers, categories, project, limit
// returns: ids, scores, turns
CYPHER 25
MATCH (m:Memory)
SEARCH m IN (
  VECTOR INDEX memory_embedding
  FOR $vector
  WHERE m.owner = $owner AND m.tier IN $tiers AND m.category IN $categories
    AND m.valid_from <= $starts AND m.valid_until > $ends AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
  LIMIT $limit
) SCORE AS score
WHERE $project IS NULL OR coalesce(m.project, $project) = $project
RETURN collect(m.id) AS ids, collect(score) AS scores,
       collect(COLLECT { MATCH (m)-[:DERIVED_FROM]->(d:Drawer) RETURN d.id LIMIT 50 }) AS turns
