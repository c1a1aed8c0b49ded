// Record the decision about a workflow.
// The procedure made of it gets the counts of its episodes, unless it was used before.
// mode: write
// params: owner, id, state, by, now, procedure
// returns: id
MATCH (w:Workflow {id: $id})
WHERE w.owner = $owner AND w.state = 'open'
SET w.state = $state, w.decided_by = $by, w.decided_at = $now
WITH w
OPTIONAL MATCH (p:Memory {id: $procedure})
WHERE p.owner = $owner
FOREACH (one IN CASE WHEN p IS NULL THEN [] ELSE [p] END |
  MERGE (w)-[:BECAME]->(one)
)
FOREACH (one IN CASE WHEN coalesce(p.success_count, 0) + coalesce(p.failure_count, 0) > 0 THEN [] ELSE [p] END |
  SET one.success_count = w.worked, one.failure_count = w.failed
)
RETURN w.id AS id
