// Count the memories that a dream changed, undone changes included.
// mode: read
// params: owner, run
// returns: count
MATCH ()-[c:CHANGED]->()
USING INDEX c:CHANGED(owner, run, place)
WHERE c.owner = $owner AND c.run = $run AND c.place >= 0
RETURN count(c) AS count
