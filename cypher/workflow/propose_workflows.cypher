// Propose workflows with their episodes; a decided one stays decided, an open one gets the new counts.
// mode: write
// params: owner, rows, now
// returns: proposed
UNWIND $rows AS row
MERGE (w:Workflow {id: row.id})
ON CREATE SET w.owner = $owner, w.state = 'open', w.proposed_at = $now
WITH w, row
WHERE w.owner = $owner AND w.state = 'open'
SET w.name = row.name, w.steps = row.steps, w.marks = row.marks, w.worked = row.worked, w.failed = row.failed,
    w.project = row.project
WITH w, row
CALL (w, row) {
  UNWIND row.episodes AS id
  MATCH (e:Memory {id: id})
  WHERE e.owner = $owner
  MERGE (w)-[:FOUND_IN]->(e)
}
RETURN count(w) AS proposed
