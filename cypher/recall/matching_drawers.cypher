// Turns whose words match, by BM25. The Lucene query already requires the owner key as a term; the comparison on the
// property repeats it, so that no analyser oddity can leak another owner's text.
// mode: read
// params: owner, index, lucene, limit
// returns: id, score, room
CALL db.index.fulltext.queryNodes($index, $lucene, {limit: $limit}) YIELD node AS d, score
WHERE d.owner = $owner
RETURN d.id AS id, score, d.room_id AS room
