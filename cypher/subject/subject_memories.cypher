// List memories that name a person, by an edge to their entity or a word of their spellings.
// The caller compares the spellings with the text. Former versions come with the memory; forgotten memories are shown
// to nobody. The Lucene query requires the owner; the comparison on the property repeats it.
// mode: read
// params: owner, uris, indexes, lucene
// returns: memory, is_named
CALL () {
  UNWIND $uris AS uri
  MATCH (m:Memory)-[r:MENTIONS]->()
  USING INDEX r:MENTIONS(owner, uri, said_at)
  WHERE r.owner = $owner AND r.uri = uri AND r.said_at IS NOT NULL
  RETURN m, 1 AS named
  UNION ALL
  UNWIND $indexes AS index
  CALL db.index.fulltext.queryNodes(index, $lucene) YIELD node AS m
  WHERE m.owner = $owner
  RETURN m, 0 AS named
}
WITH m, max(named) AS named
WHERE m.forgotten_at IS NULL AND NOT EXISTS { (m)-[:VERSION_OF]->() }
RETURN m {.*, embedding: null} AS memory, named = 1 AS is_named
ORDER BY m.said_at DESC, m.id
