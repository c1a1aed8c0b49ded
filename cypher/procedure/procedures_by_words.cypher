// Find procedures whose name, steps or tags share words with a task, by BM25.
// One row comes back for each analyser with hits. Every procedure is in the index of both languages: procedures are
// few, and names of tools are the same in both.
// mode: read
// params: owner, indexes, lucene, limit
// returns: index, ids, scores
UNWIND $indexes AS index
CALL db.index.fulltext.queryNodes(index, $lucene, {limit: $limit}) YIELD node AS p, score
WHERE p.owner = $owner AND p.tier <> 'dormant' AND p.retracted_at = datetime('9999-12-31T00:00:00Z')
RETURN index, collect(p.id) AS ids, collect(score) AS scores
