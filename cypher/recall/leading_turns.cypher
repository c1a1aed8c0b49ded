// Return the turns that may be the causes or effects of others, a step along a chain of causes.
// `fronts` pairs a turn's id with a Lucene query of its words. For each come the nearest turns and those that share its
// words, by BM25. Others are connected by a causal edge of their memories (`back`: to causes). Few such edges are
// drawn. Each kind has at most `limit` turns. The owner is compared behind a WITH: a planner that expects an owner to
// have few turns would read all of them.
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
