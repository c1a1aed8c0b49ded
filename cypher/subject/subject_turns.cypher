// List turns with a word of a person's spellings.
// The caller compares the spellings with the text and the speaker. Withheld turns are shown to nobody. The Lucene query
// requires the owner; the comparison on the property repeats it.
// mode: read
// params: owner, indexes, lucene
// returns: id, pointer, text, speaker, role, said_at
CALL () {
  UNWIND $indexes AS index
  CALL db.index.fulltext.queryNodes(index, $lucene) YIELD node AS d
  WHERE d.owner = $owner
  RETURN d
}
WITH DISTINCT d
WHERE d.withheld IS NULL
RETURN d.id AS id, d.pointer AS pointer, d.text AS text, d.speaker AS speaker, d.role AS role, d.said_at AS said_at
ORDER BY said_at DESC, id
