// Find embeddings of another size than the indexes have, or that contradict the backfill's flag.
// mode: read
// params: dimensions
// returns: found, example
MATCH (n:Drawer|Memory)
WHERE (n.embedding IS NOT NULL) <> coalesce(n.embedded, n.embedding IS NOT NULL)
   OR (n.embedding IS NOT NULL AND size(n.embedding) <> $dimensions)
RETURN count(n) AS found, min(n.id) AS example
