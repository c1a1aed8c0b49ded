// A causal chain: what led to a memory, and what came of it
// Once before: :param owner => 'demo'   and   :param words => 'siren'
MATCH (o:Owner {name: $owner})
MATCH (start:Memory {owner: o.key})
WHERE toLower(start.text) CONTAINS toLower($words)
WITH start ORDER BY start.importance DESC LIMIT 5
MATCH path = (:Memory)-[:CAUSES*0..4]->(start)-[:CAUSES*0..4]->(:Memory)
RETURN path
LIMIT 50
