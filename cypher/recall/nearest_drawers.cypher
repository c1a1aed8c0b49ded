// List the verbatim turns nearest to a query vector.
// The index filters the owner: a filter behind it would leave small owners beside big ones with nothing. The index is
// approximate: recall@30 is 0.955 at limit 30, 0.993 at limit 210. A caller therefore asks for a multiple of its need,
// or for all turns of a small owner. Former statements of documents are left out, and turns of projects other than
// `project` (null: any). The answer is one row of parallel lists: a row each would cost more than the search.
// mode: read
// params: owner, vector, limit, project
// returns: ids, scores, rooms, positions, speakers, languages
CYPHER 25
MATCH (d:Drawer)
SEARCH d IN (
  VECTOR INDEX drawer_embedding
  FOR $vector
  WHERE d.owner = $owner
  LIMIT $limit
) SCORE AS score
WHERE d.ended_at IS NULL AND ($project IS NULL OR coalesce(d.project, $project) = $project)
RETURN collect(d.id) AS ids, collect(score) AS scores, collect(d.room_id) AS rooms,
       collect(d.position) AS positions, collect(d.speaker) AS speakers, collect(d.language) AS languages
