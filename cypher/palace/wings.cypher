// List a page of an owner's wings in their stable order.
// One row more than the page tells whether another follows.
// mode: read
// params: owner, after, limit
// returns: id, number, name, slug, kind, rooms
MATCH (w:Wing {owner: $owner})
WHERE w.number > $after
RETURN w.id AS id, w.number AS number, w.name AS name, w.slug AS slug, w.kind AS kind, w.rooms AS rooms
ORDER BY w.number
LIMIT $limit
