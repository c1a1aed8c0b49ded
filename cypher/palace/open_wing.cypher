// The wing of a subject, found by its slug or one of its aliases, else made with the owner's next number.
// Runs after tenant/open_owner in the same transaction, which holds the owner's lock.
// mode: write
// params: owner, id, slug, name, kind
// returns: id, number
MATCH (o:Owner {key: $owner})
OPTIONAL MATCH (known:Wing {owner: $owner})
WHERE known.slug = $slug OR $slug IN known.aliases
WITH o, coalesce(head(collect(known.id)), $id) AS id
MERGE (w:Wing {id: id})
ON CREATE SET w.owner = $owner, w.slug = $slug, w.name = $name, w.kind = $kind, w.aliases = [],
              w.number = o.wings + 1, w.rooms = 0, o.wings = o.wings + 1
MERGE (o)-[:HAS_WING]->(w)
RETURN w.id AS id, w.number AS number
