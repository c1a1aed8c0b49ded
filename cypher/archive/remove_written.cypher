// Remove up to $limit nodes that an import wrote before it was cut off.
// These are turns, memories with their facts and versions, and nodes that lie in nothing else. `remove_unused` removes
// their containers.
// mode: write
// params: owner, job, limit
// returns: removed
MATCH (j:Job {id: $job})
WHERE j.owner = $owner
CALL (j) {
  MATCH (j)-[:WROTE]->(n)
  WHERE NOT n:Wing AND NOT n:Room AND NOT n:Closet AND NOT n:Entity AND NOT n:TombstoneKey AND NOT n:Tier AND NOT n:Agent
  RETURN n
  LIMIT $limit
}
WITH collect(n) AS found
CALL (found) {
  UNWIND found AS n
  MATCH (v:Memory)-[:VERSION_OF]->(n)
  RETURN collect(v) AS versions
}
WITH found + [v IN versions WHERE NOT v IN found] AS gone, size(found) AS removed
CALL (gone) {
  UNWIND gone AS n
  WITH n.id AS id
  MATCH ()-[f:FACT]->()
  USING INDEX f:FACT(owner, memory_id)
  WHERE f.owner = $owner AND f.memory_id = id
  DELETE f
}
CALL (gone) {
  UNWIND gone AS n
  WITH n.id AS id
  MATCH ()-[w:WITHHELD]->()
  USING INDEX w:WITHHELD(owner, memory_id)
  WHERE w.owner = $owner AND w.memory_id = id AND w.kind = 'fact'
  DELETE w
}
FOREACH (n IN gone | DETACH DELETE n)
RETURN removed
