// A causal chain: what led to a memory, and what came of it; what is less sure than $sure stays hidden (0.6 for sure ones)
// Once before: :param owner => 'demo'   and   :param words => 'false alarm'   and   :param sure => 0.4
MATCH (o:Owner {name: $owner})
MATCH (start:Memory {owner: o.key})
WHERE toLower(start.text) CONTAINS toLower($words) AND EXISTS { (start)-[e:CAUSES]-() WHERE e.confidence >= $sure }
WITH start ORDER BY start.importance DESC LIMIT 5
MATCH path = (:Memory)-[:CAUSES*0..3]->(start)-[:CAUSES*0..3]->(:Memory)
WHERE all(e IN relationships(path) WHERE e.retracted_at > datetime() AND e.confidence >= $sure)
RETURN path
LIMIT 50
