// Facts between entities. Where the subject has one object at a time, another object ends the open edges that began
// before it, and a fact told late ends where the next one began; "no longer" ends the edge to that very object. An edge
// that would have no length is retracted instead: it was corrected, not changed.
// mode: write
// params: owner, facts, now, forever
// returns: id
UNWIND $facts AS fact
MATCH (s:Entity {owner: $owner, uri: fact.subject})
MATCH (o:Entity {owner: $owner, uri: fact.object})
CALL (s, o, fact) {
  MATCH (s)-[f:FACT {predicate: fact.predicate}]->(other:Entity)
  WHERE f.owner = $owner AND f.retracted_at > $now AND f.fact_id <> fact.id
    AND f.valid_from <= fact.valid_from AND f.valid_until > fact.valid_from
    AND ((fact.single AND other <> o) OR (fact.ended AND other = o))
  WITH s, other, f, fact, f.valid_from < fact.valid_from AS changed
  FOREACH (ignored IN CASE WHEN changed AND f.recorded_at < $now THEN [1] ELSE [] END |
    MERGE (s)-[former:FACT {fact_id: f.fact_id + '<' + fact.id}]->(other)
    SET former = properties(f), former.fact_id = f.fact_id + '<' + fact.id, former.version_of = f.fact_id,
        former.retracted_at = $now, f.recorded_at = $now
  )
  SET f.valid_until = CASE WHEN changed THEN fact.valid_from ELSE f.valid_until END,
      f.retracted_at = CASE WHEN changed THEN f.retracted_at ELSE $now END
}
CALL (s, fact) {
  OPTIONAL MATCH (s)-[f:FACT {predicate: fact.predicate}]->(:Entity)
  WHERE fact.single AND f.owner = $owner AND f.retracted_at > $now AND f.valid_from > fact.valid_from
  RETURN min(f.valid_from) AS next
}
CALL (s, o, fact, next) {
  WITH s, o, fact, next WHERE NOT fact.ended
  OPTIONAL MATCH (s)-[held:FACT {predicate: fact.predicate}]->(o)
  WHERE held.owner = $owner AND held.retracted_at > $now
    AND held.valid_from <= fact.valid_from AND held.valid_until > fact.valid_from
  WITH s, o, fact, next, count(held) AS held WHERE held = 0
  MERGE (s)-[f:FACT {fact_id: fact.id}]->(o)
  ON CREATE SET f.owner = $owner, f.predicate = fact.predicate, f.text = fact.text, f.memory_id = fact.memory,
                f.confidence = fact.confidence, f.detected_by = fact.detected_by, f.valid_from = fact.valid_from,
                f.valid_until = CASE WHEN next IS NOT NULL AND next < fact.valid_until THEN next
                                     ELSE fact.valid_until END,
                f.recorded_at = $now, f.retracted_at = $forever
}
RETURN fact.id AS id
