// Count, of the last two hundred dreams, those that changed something since an instant.
// Undone dreams do not count.
// mode: read
// params: owner, since
// returns: dreams
MATCH (r:DreamRun)
USING INDEX r:DreamRun(owner, number)
WHERE r.owner = $owner AND r.number > 0
WITH r ORDER BY r.owner DESC, r.number DESC LIMIT 200
WHERE r.at > $since AND r.state IN ['running', 'applied'] AND r.changed > 0
RETURN count(r) AS dreams
