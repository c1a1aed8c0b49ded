// Unlink up to $limit nodes of one label from an import's job, and remove those that hold nothing.
// It cleans up after an import that was cut off; a node that holds something by now stays.
// mode: write
// params: owner, job, label, limit
// returns: seen
CYPHER 25
MATCH (j:Job {id: $job})
WHERE j.owner = $owner
CALL (j) {
  MATCH (j)-[w:WROTE]->(n:$($label))
  RETURN w, n
  LIMIT $limit
}
DELETE w
WITH n, CASE $label
          WHEN 'Closet' THEN EXISTS { (n)-[:HAS_DRAWER]->() }
          WHEN 'Room' THEN EXISTS { (n)-[:HAS_CLOSET]->() }
          WHEN 'Wing' THEN EXISTS { (n)-[:HAS_ROOM]->() }
          WHEN 'Entity' THEN EXISTS { (n)-[:MENTIONS|WITHHELD|FACT]-() }
          WHEN 'TombstoneKey' THEN EXISTS { (n)<-[:BARS]-() }
          ELSE true END AS used
FOREACH (one IN CASE WHEN used THEN [] ELSE [n] END | DETACH DELETE one)
RETURN count(*) AS seen
