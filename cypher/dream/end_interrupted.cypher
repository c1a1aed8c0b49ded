// End the owner's dreams that are still under way, with the progress they made.
// They were cut off, or a later dream goes on from here.
// mode: write
// params: owner
// returns: ended
MATCH (r:DreamRun)
WHERE r.owner = $owner AND r.state = 'running'
SET r.state = 'applied', r.ended_at = datetime.realtime()
RETURN count(r) AS ended
