// Count the owner's sessions.
// mode: read
// params: owner
// returns: count
MATCH (s:Session)
USING INDEX s:Session(owner, last_active_at)
WHERE s.owner = $owner AND s.last_active_at IS NOT NULL
RETURN count(s) AS count
