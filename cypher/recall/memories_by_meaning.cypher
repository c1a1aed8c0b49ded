// List the memories nearest to a query vector that held at an instant, as known at another.
// Both clocks are ranges inside the index, so replaced or retracted memories never take the place of live ones. The
// index is approximate: a caller asks for more than it needs. The source turns come along, which saves a round trip; of
// an often repeated memory fifty. Memories of projects other than `project` (null: any) are left out.
// mode: read
// params: owner, vector, starts, ends, recorded, retracted, tiers, project, limit
// returns: ids, scores, turns
CYPHER 25
MATCH (m:Memory)
SEARCH m IN (
  VECTOR INDEX memory_embedding
  FOR $vector
  WHERE m.owner = $owner AND m.tier IN $tiers
    AND m.valid_from <= $starts AND m.valid_until > $ends AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
  LIMIT $limit
) SCORE AS score
WHERE $project IS NULL OR coalesce(m.project, $project) = $project
RETURN collect(m.id) AS ids, collect(score) AS scores,
       collect(COLLECT { MATCH (m)-[:DERIVED_FROM]->(d:Drawer) RETURN d.id LIMIT 50 }) AS turns
