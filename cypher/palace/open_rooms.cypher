// The rooms (time slices) that a batch files into, made with the wing's next numbers where new. Numbers and counters
// are safe, because the transaction holds the owner's lock.
// mode: write
// params: owner, wing, rooms
// returns: id, number, drawers, last_id
MATCH (w:Wing {id: $wing, owner: $owner})
UNWIND $rooms AS row
MERGE (r:Room {id: row.id})
ON CREATE SET r.owner = $owner, r.slug = row.slug, r.title = row.title, r.kind = 'conversation', r.aliases = [],
              r.conversation = row.conversation, r.started_at = row.started_at,
              r.number = w.rooms + 1, r.drawers = 0, w.rooms = w.rooms + 1
MERGE (w)-[:HAS_ROOM]->(r)
RETURN r.id AS id, r.number AS number, coalesce(r.filed, r.drawers) AS drawers, r.last_drawer AS last_id
