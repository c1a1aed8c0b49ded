// Memories whose words match, by BM25, that held at an instant, as known at another; one row for each language that has
// any, since each index takes the words as its analyser does. The Lucene query requires the owner key as a term; the
// comparison on the property repeats it.
// mode: read
// params: owner, indexes, lucene, starts, ends, recorded, retracted, tiers, categories, limit
// returns: index, ids, scores
UNWIND $indexes AS index
CALL db.index.fulltext.queryNodes(index, $lucene, {limit: $limit}) YIELD node AS m, score
WHERE m.owner = $owner AND m.tier IN $tiers AND ($categories IS NULL OR m.category IN $categories)
  AND m.valid_from <= $starts AND m.valid_until > $ends AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
RETURN index, collect(m.id) AS ids, collect(score) AS scores
