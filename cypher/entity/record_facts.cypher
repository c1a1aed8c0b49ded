// Create facts whose bounds their source gives, unchanged: none of them ends another.
// Statements of a conversation do end each other. Recording a fact twice changes nothing, since its id is the same.
// mode: write
// params: owner, facts, now, forever
// returns: recorded
UNWIND $facts AS fact
MATCH (s:Entity {owner: $owner, uri: fact.subject})
MATCH (o:Entity {owner: $owner, uri: fact.object})
MERGE (s)-[f:FACT {fact_id: fact.id}]->(o)
ON CREATE SET f.owner = $owner, f.subject = fact.subject, f.object = fact.object, f.slot = fact.slot,
              f.predicate = fact.predicate, f.text = fact.text, f.memory_id = fact.memory,
              f.confidence = fact.confidence, f.detected_by = fact.detected_by, f.valid_from = fact.valid_from,
              f.valid_until = fact.valid_until, f.recorded_at = $now, f.retracted_at = $forever
RETURN count(f) AS recorded
