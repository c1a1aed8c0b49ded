// Open a filing: lock the owner, find or make the wing, and make the rooms and closets of new turns.
// The lock holds until the transaction ends. The wing of the subject is found by its id, a digest of its slug, or made
// with the owner's next number. `known` are the drawers filed already, asked under the lock, since another process may
// have been faster. New drawers get their rooms (time slices), with the wing's next numbers, and their closets
// (topics). A closet's id is a digest of room and slug, so that a topic that returns in a room finds its closet again.
// Numbers and counters are safe under the lock. `erased` says that the owner was erased since the filing was requested,
// `moving_to` that the owner moves: the caller rolls everything back. `tombstone_key` is the key of the owner's
// tombstones, null without any.
// mode: write
// params: owner, owner_name, asked_at, wing, rooms, closets, drawers
// returns: id, number, known, rooms, erased, moving_to, tombstone_key, texts, characters, quota
MERGE (o:Owner {key: $owner})
SET o.last_written_at = datetime()
SET o.name = coalesce(o.name, $owner_name), o.created_at = coalesce(o.created_at, datetime()),
    o.wings = coalesce(o.wings, 0), o.drawers = coalesce(o.drawers, 0)
WITH o
MERGE (w:Wing {id: $wing.id})
ON CREATE SET w.owner = $owner, w.slug = $wing.slug, w.name = $wing.name, w.kind = $wing.kind, w.aliases = [],
              w.number = o.wings + 1, w.rooms = 0, o.wings = o.wings + 1
MERGE (o)-[:HAS_WING]->(w)
WITH o, w, COLLECT {
  UNWIND $drawers AS drawer MATCH (d:Drawer {id: drawer.id}) WHERE d.owner = $owner RETURN d.id
} AS known
WITH o, w, known, [drawer IN $drawers WHERE NOT drawer.id IN known] AS new
CALL (w, new) {
  UNWIND $rooms AS row
  WITH w, new, row
  WHERE row.id IN [drawer IN new | drawer.room_id]
  MERGE (r:Room {id: row.id})
  ON CREATE SET r.owner = $owner, r.slug = row.slug, r.title = row.title, r.aliases = [],
                r.conversation = row.conversation, r.wing_id = w.id, r.started_at = row.started_at,
                r.number = w.rooms + 1, r.drawers = 0, w.rooms = w.rooms + 1
  MERGE (w)-[:HAS_ROOM]->(r)
  WITH r, new
  CALL (r, new) {
    UNWIND $closets AS row
    WITH r, row
    WHERE row.room = r.id AND row.id IN [drawer IN new | drawer.closet_id]
    MERGE (c:Closet {id: row.id})
    ON CREATE SET c.owner = $owner, c.slug = row.slug, c.topic = row.topic, c.aliases = [], c.number = row.number, c.room_id = r.id,
                  c.drawers = 0
    MERGE (r)-[:HAS_CLOSET]->(c)
  }
  RETURN collect({id: r.id, number: r.number, drawers: coalesce(r.filed, r.drawers), last_id: r.last_drawer}) AS rooms
}
RETURN w.id AS id, w.number AS number, known, rooms, coalesce(o.erased_at >= $asked_at, false) AS erased,
       coalesce(o.moving_to, CASE WHEN o.erased_at >= $asked_at THEN o.moved_to END) AS moving_to,
       o.tombstone_key AS tombstone_key, o.drawers AS texts, coalesce(o.characters, 0) AS characters, o.quota AS quota
