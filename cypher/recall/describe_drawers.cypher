// What candidates say and where they lie, with the cosines of the turns before and after them: what was said around a
// turn is evidence for it. The cosine of a missing neighbour is null. All of it in one row, which is cheaper to send.
// mode: read
// params: owner, ids, vector
// returns: found
UNWIND $ids AS id
MATCH (d:Drawer {id: id})
WHERE d.owner = $owner
MATCH (w:Wing)-[:HAS_ROOM]->(r:Room)-[:HAS_CLOSET]->(c:Closet)-[:HAS_DRAWER]->(d)
OPTIONAL MATCH (p:Drawer)-[:NEXT]->(d)
OPTIONAL MATCH (d)-[:NEXT]->(n:Drawer)
RETURN collect({
  id: d.id, text: d.text, speaker: d.speaker, role: d.role, said_at: d.said_at, position: d.position,
  pointer: d.pointer, tags: d.tags, language: d.language, embedded: d.embedded, source_id: d.source_id,
  room_id: d.room_id, wing: w.name, room: r.title, closet: c.topic,
  similarity: vector.similarity.cosine(d.embedding, $vector),
  before: vector.similarity.cosine(p.embedding, $vector),
  after: vector.similarity.cosine(n.embedding, $vector)
}) AS found
