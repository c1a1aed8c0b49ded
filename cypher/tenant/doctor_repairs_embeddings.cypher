// Correct the backfill's flag and drop vectors of another size: the backfill embeds such texts anew.
// mode: write
// params: dimensions, limit
// returns: changed
MATCH (n:Drawer|Memory)
WHERE (n.embedding IS NOT NULL) <> coalesce(n.embedded, n.embedding IS NOT NULL)
   OR (n.embedding IS NOT NULL AND size(n.embedding) <> $dimensions)
WITH n LIMIT $limit
SET n.embedding = CASE WHEN size(n.embedding) = $dimensions THEN n.embedding END
SET n.embedded = n.embedding IS NOT NULL
RETURN count(n) AS changed
