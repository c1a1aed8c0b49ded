// Return the drawer that an AAAK pointer cites, with its place and its neighbours.
// A withheld drawer is shown to nobody.
// mode: read
// params: owner, pointer
// returns: id, text, speaker, role, said_at, position, pointer, tags, language, embedded, source_id, ended_at, wing, room, closet, previous, next
MATCH (d:Drawer {owner: $owner, pointer: $pointer})
WHERE d.withheld IS NULL
MATCH (w:Wing)-[:HAS_ROOM]->(r:Room)-[:HAS_CLOSET]->(c:Closet)-[:HAS_DRAWER]->(d)
OPTIONAL MATCH (p:Drawer)-[:NEXT]->(d)
OPTIONAL MATCH (d)-[:NEXT]->(n:Drawer)
RETURN d.id AS id, d.text AS text, d.speaker AS speaker, d.role AS role, d.said_at AS said_at, d.position AS position,
       d.pointer AS pointer, d.tags AS tags, d.language AS language, d.embedded AS embedded, d.source_id AS source_id,
       d.ended_at AS ended_at,
       w.name AS wing, r.title AS room, c.topic AS closet, p.pointer AS previous, n.pointer AS next
