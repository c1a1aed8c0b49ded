// What led to what, and what replaced what: the longest causal chains, the latest changes of mind, and whom they name
WITH 'demo' AS owner  // whose memory; the demo's where this one is empty
MATCH (o:Owner)
WHERE o.name IN [owner, 'demo'] AND EXISTS { (:Memory {owner: o.key}) }
WITH o ORDER BY o.name = owner DESC LIMIT 1
CALL (o) {
  MATCH path = (first:Memory {owner: o.key})-[:CAUSES*1..4]->(last:Memory)
  WHERE all(e IN relationships(path) WHERE e.retracted_at > datetime() AND e.confidence >= 0.4)
    AND NOT EXISTS { (:Memory)-[:CAUSES]->(first) } AND NOT EXISTS { (last)-[:CAUSES]->(:Memory) }
  RETURN path ORDER BY length(path) DESC LIMIT 3
  UNION
  MATCH path = (new:Memory {owner: o.key})-[e:SUPERSEDES]->(:Memory)
  WHERE e.retracted_at > datetime()
  RETURN path ORDER BY e.recorded_at DESC LIMIT 3
}
OPTIONAL MATCH about = (m:Memory)-[:MENTIONS]->(:Entity {type: 'person'})
WHERE m IN nodes(path)
RETURN path, about
LIMIT 40
