// What the winning candidates say and where they lie, with the cosines of the turns before and after them: what was
// said around a turn is evidence for it. The cosine of a missing neighbour is null.
// mode: read
// params: owner, ids, vector
// returns: id, text, speaker, role, said_at, position, pointer, tags, language, embedded, source_id, room_id, wing, room, closet, similarity, before, after
UNWIND $ids AS id
MATCH (d:Drawer {id: id})
WHERE d.owner = $owner
MATCH (w:Wing)-[:HAS_ROOM]->(r:Room)-[:HAS_CLOSET]->(c:Closet)-[:HAS_DRAWER]->(d)
OPTIONAL MATCH (p:Drawer)-[:NEXT]->(d)
OPTIONAL MATCH (d)-[:NEXT]->(n:Drawer)
RETURN d.id AS id, d.text AS text, d.speaker AS speaker, d.role AS role, d.said_at AS said_at, d.position AS position,
       d.pointer AS pointer, d.tags AS tags, d.language AS language, d.embedded AS embedded, d.source_id AS source_id,
       d.room_id AS room_id, w.name AS wing, r.title AS room, c.topic AS closet,
       vector.similarity.cosine(d.embedding, $vector) AS similarity,
       vector.similarity.cosine(p.embedding, $vector) AS before,
       vector.similarity.cosine(n.embedding, $vector) AS after
