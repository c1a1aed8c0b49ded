// The closets (topics) of a batch. Their id is a digest of room and slug, so a topic that comes back in a room finds its
// closet again.
// mode: write
// params: owner, closets
// returns: nothing
UNWIND $closets AS row
MATCH (r:Room {id: row.room, owner: $owner})
MERGE (c:Closet {id: row.id})
ON CREATE SET c.owner = $owner, c.slug = row.slug, c.topic = row.topic, c.aliases = [], c.number = row.number,
              c.drawers = 0
MERGE (r)-[:HAS_CLOSET]->(c)
