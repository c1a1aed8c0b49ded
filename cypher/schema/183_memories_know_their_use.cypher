// Gives memories of earlier releases that were recalled the moment by which they are found.
// mode: write
// params: limit
// returns: changed
MATCH (m:Memory)
WHERE m.access_count > 0 AND m.used_at IS NULL AND NOT EXISTS { (m)-[:VERSION_OF]->() }
WITH m LIMIT $limit
SET m.used_at = m.last_accessed_at
RETURN count(m) AS changed
