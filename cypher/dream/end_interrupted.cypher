// Ends the owner's dreams that are still under way, as far as they came: they were cut off, or a later one goes on from here.
// mode: write
// params: owner
// returns: ended
MATCH (r:DreamRun)
WHERE r.owner = $owner AND r.state = 'running'
SET r.state = 'applied', r.ended_at = datetime.realtime()
RETURN count(r) AS ended
