// Turns whose words match, by BM25, one row for each language that has any: an index takes the words as its analyser does,
// and has nothing of an owner who never spoke its language. The Lucene query already requires the owner key as a term; the
// comparison on the property repeats it, so that no analyser oddity can leak another owner's text.
// mode: read
// params: owner, indexes, lucene, until, limit
// returns: index, ids, scores, rooms, positions, speakers, languages
UNWIND $indexes AS index
CALL db.index.fulltext.queryNodes(index, $lucene, {limit: $limit}) YIELD node AS d, score
WHERE d.owner = $owner AND ($until IS NULL OR d.said_at <= $until)
RETURN index, collect(d.id) AS ids, collect(score) AS scores, collect(d.room_id) AS rooms,
       collect(d.position) AS positions, collect(d.speaker) AS speakers, collect(d.language) AS languages
