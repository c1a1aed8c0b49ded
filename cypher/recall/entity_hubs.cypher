// Entities whose names share words with a question, with what was stated about them and the memories that name them, as of
// an instant. A merged entity answers as the one it was merged into. Which of them the question really names, the caller
// decides by the spellings.
// mode: read
// params: owner, lucene, starts, ends, recorded, retracted, tiers, entities, limit
// returns: uri, type, name, spellings, facts, memories
CALL db.index.fulltext.queryNodes('entity_names', $lucene, {limit: $entities}) YIELD node AS found
WHERE found.owner = $owner
OPTIONAL MATCH (found)-[merged:SAME_AS]->(into:Entity)
WHERE merged.retracted_at > $retracted AND merged.recorded_at <= $recorded
WITH DISTINCT coalesce(into, found) AS e
OPTIONAL MATCH (e)<-[other:SAME_AS]-(o:Entity {owner: $owner})
WHERE other.retracted_at > $retracted AND other.recorded_at <= $recorded
WITH e, collect(o) AS others
WITH e, [e] + others AS all
RETURN e.uri AS uri, e.type AS type, e.name AS name,
       reduce(names = [], x IN all | names + [x.name] + coalesce(x.aliases, [])) AS spellings,
       COLLECT { UNWIND all AS x MATCH (x)-[f:FACT]-(:Entity)
                 WHERE f.owner = $owner AND f.valid_from <= $starts AND f.valid_until > $ends
                   AND f.recorded_at <= $recorded AND f.retracted_at > $retracted
                 WITH DISTINCT f ORDER BY f.valid_from DESC, f.fact_id LIMIT $limit
                 MATCH (told:Memory {id: f.memory_id})
                 WHERE told.owner = $owner AND told.tier IN $tiers AND told.valid_from <= $starts
                   AND told.valid_until > $ends AND told.recorded_at <= $recorded AND told.retracted_at > $retracted
                 RETURN told.id } AS facts,
       COLLECT { UNWIND all AS x MATCH (x)<-[:MENTIONS]-(m:Memory)
                 WHERE m.owner = $owner AND m.tier IN $tiers AND m.valid_from <= $starts AND m.valid_until > $ends
                   AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
                 WITH DISTINCT m ORDER BY m.importance DESC, m.said_at DESC LIMIT $limit
                 RETURN m.id } AS memories
