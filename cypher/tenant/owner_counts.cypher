// How much an owner holds, from counters on one node: recall picks its strategy by it, and nothing is scanned.
// `pending` is how many drawers still wait for their embedding, `remembered` whether there is any memory: what an agent
// records of its work stands in no drawer.
// mode: read
// params: owner
// returns: drawers, wings, pending, remembered
MATCH (o:Owner {key: $owner})
RETURN coalesce(o.drawers, 0) AS drawers, coalesce(o.wings, 0) AS wings,
       COUNT { MATCH (d:Drawer {owner: $owner, embedded: false}) } AS pending,
       EXISTS { MATCH (m:Memory {owner: $owner}) } AS remembered
