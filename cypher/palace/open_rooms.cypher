// The rooms (time slices) that a batch files into, made with the wing's next numbers where new, and its closets (topics),
// whose id is a digest of room and slug, so that a topic which comes back in a room finds its closet again. Numbers and
// counters are safe, because the transaction holds the owner's lock.
// mode: write
// params: owner, wing, rooms, closets
// returns: id, number, drawers, last_id
MATCH (w:Wing {id: $wing, owner: $owner})
UNWIND $rooms AS row
MERGE (r:Room {id: row.id})
ON CREATE SET r.owner = $owner, r.slug = row.slug, r.title = row.title, r.kind = 'conversation', r.aliases = [],
              r.conversation = row.conversation, r.started_at = row.started_at,
              r.number = w.rooms + 1, r.drawers = 0, w.rooms = w.rooms + 1
MERGE (w)-[:HAS_ROOM]->(r)
WITH r
CALL (r) {
  UNWIND $closets AS row
  WITH r, row WHERE row.room = r.id
  MERGE (c:Closet {id: row.id})
  ON CREATE SET c.owner = $owner, c.slug = row.slug, c.topic = row.topic, c.aliases = [], c.number = row.number,
                c.drawers = 0
  MERGE (r)-[:HAS_CLOSET]->(c)
}
RETURN r.id AS id, r.number AS number, coalesce(r.filed, r.drawers) AS drawers, r.last_drawer AS last_id
