// Return the counts of an owner's store from counters on one node, without a scan.
// Recall picks its strategy by them. `pending` counts drawers that wait for their embedding. `remembered` says whether
// any memory exists: an agent's records of its work have no drawer.
// mode: read
// params: owner
// returns: drawers, wings, pending, remembered
MATCH (o:Owner {key: $owner})
RETURN coalesce(o.drawers, 0) AS drawers, coalesce(o.wings, 0) AS wings,
       COUNT { MATCH (d:Drawer {owner: $owner, embedded: false}) } AS pending,
       EXISTS { MATCH (m:Memory {owner: $owner}) } AS remembered
