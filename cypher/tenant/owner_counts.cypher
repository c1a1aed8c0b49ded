// How much an owner holds, from counters on one node: recall picks its strategy by it, and nothing is scanned.
// `pending` is how many drawers still wait for their embedding.
// mode: read
// params: owner
// returns: drawers, wings, pending
MATCH (o:Owner {key: $owner})
RETURN coalesce(o.drawers, 0) AS drawers, coalesce(o.wings, 0) AS wings,
       COUNT { MATCH (d:Drawer {owner: $owner, embedded: false}) } AS pending
