// An entity with those merged into it: facts with both clocks and how many memories name it. A merged one answers as
// the one it was merged into.
// mode: read
// params: owner, uri
// returns: entity, merged, facts, mentions
MATCH (asked:Entity {owner: $owner, uri: $uri})
OPTIONAL MATCH (asked)-[s:SAME_AS]->(into:Entity)
WHERE s.retracted_at > datetime()
WITH coalesce(into, asked) AS e
LIMIT 1
CALL (e) {
  OPTIONAL MATCH (o:Entity {owner: $owner})-[s:SAME_AS]->(e)
  WHERE s.retracted_at > datetime()
  RETURN collect(o) AS others, collect({uri: o.uri, name: o.name, score: s.score, method: s.method,
                                        recorded_at: s.recorded_at}) AS merged
}
WITH e, merged, [e] + others AS all
RETURN {uri: e.uri, type: e.type, name: e.name, aliases: coalesce(e.aliases, []), summary: e.summary} AS entity,
       merged,
       COLLECT { UNWIND all AS x MATCH (x)-[f:FACT]-(:Entity) WHERE f.owner = $owner AND f.version_of IS NULL
                 WITH DISTINCT f ORDER BY f.valid_from, f.fact_id LIMIT 500
                 RETURN {id: f.fact_id, subject: startNode(f).name, subject_uri: startNode(f).uri,
                         predicate: f.predicate, object: endNode(f).name, object_uri: endNode(f).uri, text: f.text,
                         confidence: f.confidence, memory: f.memory_id, valid_from: f.valid_from,
                         valid_until: f.valid_until, recorded_at: f.recorded_at, retracted_at: f.retracted_at} } AS facts,
       COUNT { UNWIND all AS x MATCH (x)<-[:MENTIONS]-(m:Memory)
               WHERE NOT EXISTS { (m)-[:VERSION_OF]->() } RETURN DISTINCT m } AS mentions
