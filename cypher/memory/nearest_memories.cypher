// Return, for each new statement, the live memories around it, for the write gate; one row each.
// The nearest come from the vector index itself and not from a fused list, where a near twin can hide. Live means
// believed now and true when the new statement begins, so that a conversation mined late meets the state of its time.
// `relatives` are about the same entities, those that share most of them first, of the `reach` latest that name each.
// Relations are looked for among these two kinds alone, and an entity that everything names is not read to its end.
// Memories of other projects are left out.
// `stated` are memories whose facts a statement may end, however distant their words: at most three a slot, the last
// first. `named` are those with the given ids. Times are microseconds since 1970, see `recall/describe_drawers`.
// mode: read
// params: owner, rows, limit, kept, reach
// returns: place, found, relatives, stated, named
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (m:Memory)
  SEARCH m IN (
    VECTOR INDEX memory_embedding
    FOR row.vector
    WHERE m.owner = $owner AND m.valid_until > row.at AND m.retracted_at > row.now
    LIMIT $limit
  ) SCORE AS score
  // The index is approximate, so it is asked for more than is kept; only what is kept is read from the store. What an
  // agent recorded of its work is changed by recording it again, never by what is said.
  WITH m, score WHERE NOT (m:Procedure OR m:Episode)
    AND (row.project IS NULL OR coalesce(m.project, row.project) = row.project)
  WITH m, score ORDER BY score DESC
  WITH collect([m, score]) AS met
  UNWIND met[..$kept + row.further] AS one
  WITH one[0] AS m, one[1] AS score
  RETURN collect([
    m.id, score, m.text, m.language, m.category, m.speaker,
    [m.importance, m.stability, m.storage_strength, m.utility, m.access_count, m.pinned, m.flashbulb],
    m.immutable, m.valid_from.epochSeconds * 1000000 + m.valid_from.microsecond,
    m.said_at.epochSeconds * 1000000 + m.said_at.microsecond,
    [(m)-[:MENTIONS]->(e:Entity) | e.uri], m.data_source, m.author
  ]) AS found
}
CALL (row) {
  UNWIND row.uris AS uri
  CALL (uri) {
    MATCH (m:Memory)-[r:MENTIONS]->()
    USING INDEX r:MENTIONS(owner, uri, said_at)
    WHERE r.owner = $owner AND r.uri = uri AND r.said_at IS NOT NULL
    RETURN m ORDER BY r.owner DESC, r.uri DESC, r.said_at DESC LIMIT $reach
  }
  WITH DISTINCT row, m WHERE m.retracted_at > row.now
    AND (row.project IS NULL OR coalesce(m.project, row.project) = row.project)
  WITH m, COUNT { MATCH (m)-[:MENTIONS]->(e:Entity) WHERE e.uri IN row.uris } AS shared
  ORDER BY shared DESC, m.said_at DESC
  LIMIT $kept
  RETURN collect([m.id, m.text, m.language, m.category, m.speaker,
                  m.valid_from.epochSeconds * 1000000 + m.valid_from.microsecond,
                  [(m)-[:MENTIONS]->(x:Entity) | x.uri]]) AS relatives
}
CALL (row) {
  UNWIND row.slots AS slot
  CALL (row, slot) {
    MATCH ()-[f:FACT]->()
    USING INDEX f:FACT(owner, slot, valid_until)
    WHERE f.owner = $owner AND f.slot = slot AND f.valid_until > row.at AND f.retracted_at > row.now
    RETURN f.memory_id AS id ORDER BY f.owner DESC, f.slot DESC, f.valid_until DESC LIMIT 3
  }
  WITH DISTINCT row, id
  MATCH (m:Memory {id: id})
  WITH row, m WHERE m.owner = $owner AND m.valid_until > row.at AND m.retracted_at > row.now
    AND m.embedding IS NOT NULL AND NOT (m:Procedure OR m:Episode)
    AND (row.project IS NULL OR coalesce(m.project, row.project) = row.project)
  RETURN collect([
    m.id, vector.similarity.cosine(m.embedding, row.vector), m.text, m.language, m.category, m.speaker,
    [m.importance, m.stability, m.storage_strength, m.utility, m.access_count, m.pinned, m.flashbulb],
    m.immutable, m.valid_from.epochSeconds * 1000000 + m.valid_from.microsecond,
    m.said_at.epochSeconds * 1000000 + m.said_at.microsecond,
    [(m)-[:MENTIONS]->(e:Entity) | e.uri], m.data_source, m.author
  ]) AS stated
}
CALL (row) {
  UNWIND row.named AS id
  MATCH (m:Memory {id: id})
  WITH row, m WHERE m.owner = $owner AND m.valid_until > row.at AND m.retracted_at > row.now
    AND m.embedding IS NOT NULL AND NOT (m:Procedure OR m:Episode)
    AND (row.project IS NULL OR coalesce(m.project, row.project) = row.project)
  RETURN collect([
    m.id, vector.similarity.cosine(m.embedding, row.vector), m.text, m.language, m.category, m.speaker,
    [m.importance, m.stability, m.storage_strength, m.utility, m.access_count, m.pinned, m.flashbulb],
    m.immutable, m.valid_from.epochSeconds * 1000000 + m.valid_from.microsecond,
    m.said_at.epochSeconds * 1000000 + m.said_at.microsecond,
    [(m)-[:MENTIONS]->(e:Entity) | e.uri], m.data_source, m.author
  ]) AS named
}
RETURN row.place AS place, found, relatives, stated, named
