// Return an entity with the entities merged into it, their facts and the count of mentions.
// Facts carry both clocks. The URI of a merged entity returns the one it was merged into. Of more than 500 facts, those
// that began first.
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
CALL (all) {
  UNWIND all AS x
  CALL (x) {
    MATCH ()-[f:FACT]->()
    USING INDEX f:FACT(owner, subject, valid_from)
    WHERE f.owner = $owner AND f.subject = x.uri AND f.valid_from IS NOT NULL AND f.version_of IS NULL
    RETURN f ORDER BY f.owner, f.subject, f.valid_from LIMIT 500
    UNION
    MATCH ()-[f:FACT]->()
    USING INDEX f:FACT(owner, object, valid_from)
    WHERE f.owner = $owner AND f.object = x.uri AND f.valid_from IS NOT NULL AND f.version_of IS NULL
    RETURN f ORDER BY f.owner, f.object, f.valid_from LIMIT 500
  }
  WITH DISTINCT f ORDER BY f.valid_from, f.fact_id LIMIT 500
  RETURN collect({id: f.fact_id, subject: startNode(f).name, subject_uri: f.subject, predicate: f.predicate,
                  object: endNode(f).name, object_uri: f.object, text: f.text, confidence: f.confidence,
                  memory: f.memory_id, valid_from: f.valid_from, valid_until: f.valid_until,
                  recorded_at: f.recorded_at, retracted_at: f.retracted_at}) AS facts
}
WITH *, coalesce(head([x IN all WHERE x.fields IS NOT NULL]), head([x IN all WHERE x.own_type IS NOT NULL]), e) AS own
RETURN {uri: e.uri, type: e.type, name: e.name, aliases: coalesce(e.aliases, []), own_type: own.own_type,
        own_type_score: own.own_type_score, own_type_by: own.own_type_by, fields: own.fields} AS entity,
       merged, facts, reduce(sum = 0, x IN all | sum + x.mentions) AS mentions
