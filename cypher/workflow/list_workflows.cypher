// List the owner's workflows in one state, the latest proposal first, after a cursor.
// Each comes with its latest few episodes and the id of the procedure made of it.
// mode: read
// params: owner, state, after_at, after_id, limit
// returns: workflow, episodes, procedure
MATCH (w:Workflow)
USING INDEX w:Workflow(owner, state, proposed_at, id)
WHERE w.owner = $owner AND w.state = $state AND w.proposed_at <= coalesce($after_at, datetime('9999-12-31T00:00:00Z'))
  AND w.id IS NOT NULL AND ($after_at IS NULL OR w.proposed_at < $after_at OR w.id < $after_id)
WITH w
ORDER BY w.owner DESC, w.state DESC, w.proposed_at DESC, w.id DESC
LIMIT $limit
RETURN properties(w) AS workflow,
       COLLECT { MATCH (w)-[:FOUND_IN]->(e:Memory) WHERE e.forgotten_at IS NULL
                 RETURN e {.*, embedding: null} ORDER BY e.valid_from DESC, e.id LIMIT 20 } AS episodes,
       COLLECT { MATCH (w)-[:BECAME]->(p:Memory) RETURN p.id LIMIT 1 } AS procedure
ORDER BY w.proposed_at DESC, w.id DESC
