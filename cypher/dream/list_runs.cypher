// List the owner's dreams, the latest first.
// mode: read
// params: owner, before, limit
// returns: run
MATCH (r:DreamRun)
USING INDEX r:DreamRun(owner, number)
WHERE r.owner = $owner AND r.number < $before
RETURN r {.*} AS run
ORDER BY r.owner DESC, r.number DESC
LIMIT $limit
