// What an owner holds and may hold, from counters on one node; nothing for an owner who has none.
// mode: read
// params: owner
// returns: texts, characters, own
MATCH (o:Owner {key: $owner})
RETURN coalesce(o.drawers, 0) AS texts, coalesce(o.characters, 0) AS characters, o.quota AS own
