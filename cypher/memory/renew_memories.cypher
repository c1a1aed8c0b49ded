// Restart the decay of memories that somebody asked to keep.
// The caller names the messages they were made from; the latest message that left any memory counts.
// mode: write
// params: owner, drawers, now
// returns: renewed
UNWIND range(0, size($drawers) - 1) AS place
MATCH (d:Drawer {id: $drawers[place]})
WHERE d.owner = $owner
MATCH (m:Memory)-[:DERIVED_FROM]->(d)
WHERE m.owner = $owner AND m.valid_until > $now AND m.retracted_at > $now
WITH place, collect(m) AS named
ORDER BY place
LIMIT 1
UNWIND named AS m
SET m.last_accessed_at = $now
RETURN count(m) AS renewed
