// The owner's entities whose summaries are behind, and by how many changes.
// mode: read
// params: owner, limit
// returns: uri, stale
MATCH (e:Entity)
USING INDEX e:Entity(owner, stale)
WHERE e.owner = $owner AND e.stale > 0
RETURN e.uri AS uri, e.stale AS stale
LIMIT $limit
