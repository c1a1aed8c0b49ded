// What the best turns say and where they lie, all of it in one row, which is cheaper to send than a row each.
// mode: read
// params: owner, ids
// returns: found
UNWIND $ids AS id
MATCH (d:Drawer {id: id})
WHERE d.owner = $owner
MATCH (w:Wing)-[:HAS_ROOM]->(r:Room)-[:HAS_CLOSET]->(c:Closet)-[:HAS_DRAWER]->(d)
RETURN collect({
  id: d.id, text: d.text, speaker: d.speaker, role: d.role, said_at: d.said_at, position: d.position,
  pointer: d.pointer, tags: d.tags, language: d.language, embedded: d.embedded, source_id: d.source_id,
  wing: w.name, room: r.title, closet: c.topic
}) AS found
