// Lets go of up to $limit nodes that an import wrote, once it has ended.
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
