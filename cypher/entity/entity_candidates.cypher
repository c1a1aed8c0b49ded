// Entities of the same type that a mention may mean: by its own address, or by words of its name and aliases. The Lucene
// query requires the owner; the comparison on the property repeats it. A merged entity answers as the one it was merged into,
// which tells the names that were taken for it, and whether it speaks: what names a speaker is mostly said by them, so a
// few of it tell.
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
