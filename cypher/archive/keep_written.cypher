// Unlink up to $limit nodes from the job of an import that has ended.
// mode: write
// params: owner, job, limit
// returns: kept
MATCH (j:Job {id: $job})
WHERE j.owner = $owner AND j.state IN ['done', 'dead', 'cancelled']
CALL (j) {
  MATCH (j)-[w:WROTE]->()
  RETURN w
  LIMIT $limit
}
DELETE w
RETURN count(*) AS kept
