// Other live memories about the same entities, the latest first: with the vector neighbours they are the only ones a
// relation is looked for among, never the whole store.
// mode: read
// params: owner, rows, limit, now
// returns: place, found
UNWIND $rows AS row
CALL (row) {
  UNWIND row.uris AS uri
  MATCH (e:Entity {owner: $owner, uri: uri})<-[:MENTIONS]-(m:Memory)
  WHERE m.owner = $owner AND m.retracted_at > $now AND NOT m.id IN row.except
  WITH m, count(*) AS shared
  ORDER BY shared DESC, m.said_at DESC
  LIMIT $limit
  RETURN collect([m.id, m.text, m.language, m.category, m.speaker, m.said_at,
                  [(m)-[:MENTIONS]->(x:Entity) | x.uri]]) AS found
}
RETURN row.place AS place, found
