// Sum the sizes of all owners' texts and vectors in bytes: no store can be smaller.
// mode: read
// params: dimensions
// returns: bytes
MATCH (n:Drawer|Memory)
RETURN sum(size(n.text) + CASE WHEN n.embedding IS NULL THEN 0 ELSE 8 * $dimensions END) AS bytes
