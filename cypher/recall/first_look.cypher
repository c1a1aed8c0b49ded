// Return all hits that a question has before its vector is ready, in one answer.
// They are the owner's counts, and the turns and memories that share words, by BM25, for each language that has any.
// Entities whose names share words come with all spellings and addresses. An index takes the words as its analyser
// does. Each Lucene query requires the owner key as a term. The comparison on the property repeats it, so that no
// analyser oddity can leak another owner's text.
// The depth of the search in turns depends on their number: all of few, `deep` of more, `pool` of many. An empty list
// of indexes or names skips that search. Memories are those that held at an instant, as known at another. A merged
// entity answers as the one it was merged into. Former statements of documents come only as of their time. Statements
// of projects other than `project` (null: any) are left out.
// mode: read
// params: owner, turn_indexes, turns_lucene, until, whole_up_to, deep_up_to, deep, pool, memory_indexes, memories_lucene, starts, ends, recorded, retracted, tiers, categories, project, depth, names, entities
// returns: drawers, wings, pending, remembered, turns, memories, hubs
MATCH (o:Owner {key: $owner})
WITH coalesce(o.drawers, 0) AS drawers, coalesce(o.wings, 0) AS wings,
     COUNT { MATCH (d:Drawer {owner: $owner, embedded: false}) } AS pending,
     EXISTS { MATCH (m:Memory {owner: $owner}) } AS remembered
WITH drawers, wings, pending, remembered,
     CASE WHEN drawers <= $whole_up_to THEN drawers WHEN drawers <= $deep_up_to THEN $deep ELSE $pool END AS depth
CALL (drawers, depth) {
  UNWIND CASE WHEN drawers > 0 THEN $turn_indexes ELSE [] END AS index
  CALL db.index.fulltext.queryNodes(index, $turns_lucene, {limit: depth}) YIELD node AS d, score
  WHERE d.owner = $owner AND ($until IS NULL OR d.said_at <= $until) AND (d.ended_at IS NULL OR d.ended_at > $until)
    AND ($project IS NULL OR coalesce(d.project, $project) = $project)
  WITH index, collect(d.id) AS ids, collect(score) AS scores, collect(d.room_id) AS rooms,
       collect(d.position) AS positions, collect(d.speaker) AS speakers, collect(d.language) AS languages
  RETURN collect([index, ids, scores, rooms, positions, speakers, languages]) AS turns
}
CALL () {
  UNWIND $memory_indexes AS index
  CALL db.index.fulltext.queryNodes(index, $memories_lucene, {limit: $depth}) YIELD node AS m, score
  WHERE m.owner = $owner AND m.tier IN $tiers AND coalesce(m.write_source, '') <> 'dream' AND ($categories IS NULL OR m.category IN $categories)
    AND m.valid_from <= $starts AND m.valid_until > $ends AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
    AND ($project IS NULL OR coalesce(m.project, $project) = $project)
  WITH index, collect(m.id) AS ids, collect(score) AS scores
  RETURN collect([index, ids, scores]) AS memories
}
CALL () {
  UNWIND $names AS name
  CALL db.index.fulltext.queryNodes('entity_names', name, {limit: $entities}) YIELD node AS found
  WHERE found.owner = $owner
  OPTIONAL MATCH (found)-[merged:SAME_AS]->(into:Entity)
  WHERE merged.retracted_at > $retracted AND merged.recorded_at <= $recorded
  WITH DISTINCT coalesce(into, found) AS e
  OPTIONAL MATCH (e)<-[other:SAME_AS]-(o:Entity {owner: $owner})
  WHERE other.retracted_at > $retracted AND other.recorded_at <= $recorded
  WITH e, [e] + collect(o) AS all
  RETURN collect([e.uri, e.type, e.name, reduce(names = [], x IN all | names + [x.name] + coalesce(x.aliases, [])),
                  [x IN all | x.uri]]) AS hubs
}
RETURN drawers, wings, pending, remembered, turns, memories, hubs
