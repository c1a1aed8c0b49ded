// Entities whose names share words with a question, with all their spellings and addresses, as of an instant. A merged entity
// answers as the one it was merged into. Which of them the question really names, the caller decides by the spellings.
// mode: read
// params: owner, lucene, recorded, retracted, entities
// returns: uri, type, name, spellings, uris
CALL db.index.fulltext.queryNodes('entity_names', $lucene, {limit: $entities}) YIELD node AS found
WHERE found.owner = $owner
OPTIONAL MATCH (found)-[merged:SAME_AS]->(into:Entity)
WHERE merged.retracted_at > $retracted AND merged.recorded_at <= $recorded
WITH DISTINCT coalesce(into, found) AS e
OPTIONAL MATCH (e)<-[other:SAME_AS]-(o:Entity {owner: $owner})
WHERE other.retracted_at > $retracted AND other.recorded_at <= $recorded
WITH e, [e] + collect(o) AS all
RETURN e.uri AS uri, e.type AS type, e.name AS name,
       reduce(names = [], x IN all | names + [x.name] + coalesce(x.aliases, [])) AS spellings, [x IN all | x.uri] AS uris
