// Where turns may have come from, or what may have come of them: for each of `fronts` (an id and a Lucene query of its words)
// the turns nearest to it, those that share its words, by BM25, and those from which a cause leads to it, or to which it
// leads, as far as a memory of each tells (`back`: to causes). A step of a walk along a chain of causes, of which few links
// are drawn. Of each kind at most `limit`. The owner is compared behind a WITH: a planner that thinks an owner has few turns
// would read all of them.
// mode: read
// params: owner, fronts, indexes, back, until, project, starts, ends, recorded, retracted, limit
// returns: front, near, worded, caused
CYPHER 25
UNWIND $fronts AS front
MATCH (s:Drawer {id: front.id})
WITH front, s WHERE s.owner = $owner AND s.embedding IS NOT NULL AND s.said_at IS NOT NULL
CALL (s) {
  MATCH (d:Drawer)
  SEARCH d IN (
    VECTOR INDEX drawer_embedding
    FOR s.embedding
    WHERE d.owner = $owner
    LIMIT $limit
  ) SCORE AS score
  WHERE d <> s AND d.ended_at IS NULL AND d.said_at IS NOT NULL AND ($until IS NULL OR d.said_at <= $until)
    AND ($project IS NULL OR coalesce(d.project, $project) = $project)
  RETURN collect([d.id, d.text, d.language, duration.inSeconds(d.said_at, s.said_at).seconds, score]) AS near
}
CALL (front, s) {
  UNWIND CASE WHEN front.words = '' THEN [] ELSE $indexes END AS index
  CALL db.index.fulltext.queryNodes(index, front.words, {limit: $limit}) YIELD node AS d, score
  WHERE d.owner = $owner AND d <> s AND d.ended_at IS NULL AND d.said_at IS NOT NULL AND d.embedding IS NOT NULL
    AND ($until IS NULL OR d.said_at <= $until) AND ($project IS NULL OR coalesce(d.project, $project) = $project)
  RETURN collect([d.id, d.text, d.language, duration.inSeconds(d.said_at, s.said_at).seconds,
                  vector.similarity.cosine(d.embedding, s.embedding), score]) AS worded
}
CALL (s) {
  MATCH (s)<-[:DERIVED_FROM]-(m:Memory)
  WITH m LIMIT 20
  MATCH (m)-[e:CAUSES]-(o:Memory)
  WHERE (endNode(e) = m) = $back AND e.valid_from <= $starts AND e.valid_until > $ends
    AND e.recorded_at <= $recorded AND e.retracted_at > $retracted
  WITH o, e LIMIT 20
  WHERE o.owner = $owner AND o.retracted_at > $retracted
  MATCH (o)-[:DERIVED_FROM]->(d:Drawer)
  WITH d, max(e.confidence) AS sure LIMIT 20
  RETURN collect([d.id, sure]) AS caused
}
RETURN front.id AS front, near, worded, caused
