// Count the memories that the last two hundred dreams put to sleep since an instant.
// Undone dreams do not count.
// mode: read
// params: owner, since
// returns: slept
MATCH (r:DreamRun)
USING INDEX r:DreamRun(owner, number)
WHERE r.owner = $owner AND r.number > 0
WITH r ORDER BY r.owner DESC, r.number DESC LIMIT 200
WHERE r.at > $since AND r.state IN ['running', 'applied']
RETURN coalesce(sum(r.slept), 0) AS slept
