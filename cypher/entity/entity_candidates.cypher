// Entities of the same type that a mention may mean: by its own address, or by words of its name and aliases. The Lucene
// query requires the owner; the comparison on the property repeats it. A merged entity answers as the one it was merged into.
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
  RETURN collect([e.uri, e.name, coalesce(e.aliases, [])]) AS found
}
RETURN mention.uri AS uri, found
