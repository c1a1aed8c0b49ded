// Find reviews without exactly two memories of their owner, and open ones about ended memories.
// A review has one older and one newer memory.
// mode: read
// params: nothing
// returns: found, example
MATCH (r:Review)
WHERE COUNT { (r)-[:OLDER]->(:Memory) } <> 1 OR COUNT { (r)-[:NEWER]->(:Memory) } <> 1
   OR (r.state = 'open' AND EXISTS { MATCH (r)-[:OLDER|NEWER]->(m:Memory)
                                     WHERE m.retracted_at < datetime('9999-12-31T00:00:00Z') })
RETURN count(r) AS found, min(r.id) AS example
