// Return a workflow with its latest few episodes and the id of the procedure made of it.
// mode: read
// params: owner, id
// returns: workflow, episodes, procedure
MATCH (w:Workflow {id: $id})
WHERE w.owner = $owner
RETURN properties(w) AS workflow,
       COLLECT { MATCH (w)-[:FOUND_IN]->(e:Memory) WHERE e.forgotten_at IS NULL
                 RETURN e {.*, embedding: null} ORDER BY e.valid_from DESC, e.id LIMIT 20 } AS episodes,
       COLLECT { MATCH (w)-[:BECAME]->(p:Memory) RETURN p.id LIMIT 1 } AS procedure
