// Find entities of the same type that a mention may mean.
// It looks by the mention's own address, and by words of names and aliases. The Lucene query requires the owner; the
// comparison on the property repeats it. For a merged entity the one it was merged into comes back, with the merged
// names and whether it speaks. A speaker's entity is mostly named by the speaker's own memories, so a few of these show
// it.
// mode: read
// params: owner, mentions, limit
// returns: uri, found
UNWIND $mentions AS mention
CALL (mention) {
  CALL db.index.fulltext.queryNodes('entity_names', mention.lucene, {limit: $limit}) YIELD node AS e
  WHERE e.owner = $owner AND e.type = mention.type
  OPTIONAL MATCH (e)-[s:SAME_AS]->(c:Entity)
  WHERE s.retracted_at > datetime()
  WITH DISTINCT coalesce(c, e) AS e
  CALL (e) {
    MATCH (m:Memory)-[:MENTIONS]->(e)
    WITH m.speaker AS speaker LIMIT 50
    WITH speaker WHERE speaker = e.name
    RETURN count(*) > 0 AS speaks
  }
  WITH e, speaks, [(x:Entity)-[s:SAME_AS]->(e) WHERE s.retracted_at > datetime() | x.name][..20] AS merged
  RETURN collect([e.uri, e.name, coalesce(e.aliases, []), merged, speaks]) AS found
}
RETURN mention.uri AS uri, found
