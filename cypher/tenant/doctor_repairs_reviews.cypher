// Remove reviews that nobody can answer: about ended memories, or about fewer than two memories.
// mode: write
// params: limit
// returns: changed
MATCH (r:Review)
WHERE COUNT { (r)-[:OLDER]->(:Memory) } <> 1 OR COUNT { (r)-[:NEWER]->(:Memory) } <> 1
   OR (r.state = 'open' AND EXISTS { MATCH (r)-[:OLDER|NEWER]->(m:Memory)
                                     WHERE m.retracted_at < datetime('9999-12-31T00:00:00Z') })
WITH r LIMIT $limit
DETACH DELETE r
RETURN count(*) AS changed
