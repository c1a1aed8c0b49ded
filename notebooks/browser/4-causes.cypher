// A causal chain: what led to a memory, and what came of it; links less sure than `sure` stay hidden
WITH 'demo' AS owner, 'false alarm' AS words, 0.4 AS sure  // whose memory, words of it, and how sure (0.6: sure links alone)
MATCH (o:Owner {name: owner})
MATCH (start:Memory {owner: o.key})
WHERE toLower(start.text) CONTAINS toLower(words) AND EXISTS { (start)-[e:CAUSES]-() WHERE e.confidence >= sure }
WITH start, sure ORDER BY start.importance DESC LIMIT 5
MATCH path = (:Memory)-[:CAUSES*0..3]->(start)-[:CAUSES*0..3]->(:Memory)
WHERE all(e IN relationships(path) WHERE e.retracted_at > datetime() AND e.confidence >= sure)
RETURN path
LIMIT 50
