// List the turns nearest to a query vector that were said by a moment.
// Turns without a time are left out. Otherwise as `recall/nearest_drawers`.
// mode: read
// params: owner, vector, until, limit, project
// returns: ids, scores, rooms, positions, speakers, languages
CYPHER 25
MATCH (d:Drawer)
SEARCH d IN (
  VECTOR INDEX drawer_embedding
  FOR $vector
  WHERE d.owner = $owner AND d.said_at <= $until
  LIMIT $limit
) SCORE AS score
WHERE (d.ended_at IS NULL OR d.ended_at > $until) AND ($project IS NULL OR coalesce(d.project, $project) = $project)
RETURN collect(d.id) AS ids, collect(score) AS scores, collect(d.room_id) AS rooms,
       collect(d.position) AS positions, collect(d.speaker) AS speakers, collect(d.language) AS languages
