// Return the latest dream that built on this one: its standing change to a memory came afterwards.
// $memory null asks for all memories of the run.
// mode: read
// params: owner, run, memory
// returns: id, number
MATCH ()-[c:CHANGED]->(m)
USING INDEX c:CHANGED(owner, run, place)
WHERE c.owner = $owner AND c.run = $run AND c.place >= 0 AND c.undone_at IS NULL AND ($memory IS NULL OR m.id = $memory)
WITH c, m
MATCH (m)<-[n:CHANGED]-(later:DreamRun)
WHERE n.number > c.number AND n.undone_at IS NULL
RETURN later.id AS id, later.number AS number
ORDER BY number DESC
LIMIT 1
