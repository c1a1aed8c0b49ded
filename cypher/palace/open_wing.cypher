// Opens a filing: the owner, locked until the transaction ends, the wing of the subject, found by its slug or one of its
// aliases, else made with the owner's next number, and which of the drawers are filed already (asked under the lock,
// since another process may have been faster).
// mode: write
// params: owner, owner_name, id, slug, name, kind, drawers
// returns: id, number, known
MERGE (o:Owner {key: $owner})
ON CREATE SET o.name = $owner_name, o.created_at = datetime(), o.settings = '{}', o.wings = 0, o.drawers = 0
SET o.last_written_at = datetime()
WITH o
OPTIONAL MATCH (known:Wing {owner: $owner})
WHERE known.slug = $slug OR $slug IN known.aliases
WITH o, coalesce(head(collect(known.id)), $id) AS id
MERGE (w:Wing {id: id})
ON CREATE SET w.owner = $owner, w.slug = $slug, w.name = $name, w.kind = $kind, w.aliases = [],
              w.number = o.wings + 1, w.rooms = 0, o.wings = o.wings + 1
MERGE (o)-[:HAS_WING]->(w)
RETURN w.id AS id, w.number AS number,
       COLLECT { UNWIND $drawers AS drawer MATCH (d:Drawer {id: drawer}) WHERE d.owner = $owner RETURN d.id } AS known
