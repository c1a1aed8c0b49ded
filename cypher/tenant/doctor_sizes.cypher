// How much the texts and vectors of all owners are: what a store cannot be smaller than.
// mode: read
// params: dimensions
// returns: bytes
MATCH (n:Drawer|Memory)
RETURN sum(size(n.text) + CASE WHEN n.embedding IS NULL THEN 0 ELSE 8 * $dimensions END) AS bytes
