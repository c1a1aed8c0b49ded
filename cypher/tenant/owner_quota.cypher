// Return an owner's usage and quota, from counters on one node; no row for an owner without a node.
// mode: read
// params: owner
// returns: texts, characters, own
MATCH (o:Owner {key: $owner})
RETURN coalesce(o.drawers, 0) AS texts, coalesce(o.characters, 0) AS characters, o.quota AS own
