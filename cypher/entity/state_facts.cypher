// Record facts between entities, and end the facts that they replace.
// Where the subject has one object at a time, another object ends the open edges that began before it. A fact told late
// ends where the next one began. "No longer" ends the edge to that very object alone: a person who no longer lives in
// Paris may live in London. An edge that would have no length is retracted instead: it was corrected, not changed.
// Neither clock gives an edge zero length: one recorded at this instant, or by a clock that has gone back since, is
// believed a microsecond longer. An edge that such a clock recorded, later than now, counts as earlier than this
// statement, within the hour that this may wait to be read.
// A fact told again keeps the memory that told it in `also`, and ends with the last of them. An end that its own words
// give is kept in `bound`, too: telling the fact again without that end, or with another, moves it.
// Facts that may end each other share one slot, found by its index: a popular subject has thousands of facts, and only
// these matter. Other names of subject and object, joined by SAME_AS, have slots of their own, which count as well: if
// Robert sells a thing, Robert Miller no longer has it. No two facts of one call share a slot.
// mode: write
// params: owner, facts, now, forever
// returns: id
UNWIND $facts AS fact
MATCH (s:Entity {owner: $owner, uri: fact.subject})
MATCH (o:Entity {owner: $owner, uri: fact.object})
WITH fact, s, o,
     [fact.subject] + COLLECT { MATCH (s)-[e:SAME_AS]->(x) WHERE e.retracted_at > $now RETURN x.uri }
       + COLLECT { MATCH (s)<-[e:SAME_AS]-(x) WHERE e.retracted_at > $now RETURN x.uri } AS subjects,
     [fact.object] + COLLECT { MATCH (o)-[e:SAME_AS]->(x) WHERE e.retracted_at > $now RETURN x.uri }
       + COLLECT { MATCH (o)<-[e:SAME_AS]-(x) WHERE e.retracted_at > $now RETURN x.uri } AS objects
WITH fact, s, o, objects,
     CASE WHEN fact.single THEN [x IN subjects | x + ' ' + fact.predicate]
          ELSE reduce(made = [], x IN subjects | made + [y IN objects | x + ' ' + fact.predicate + ' ' + y]) END AS slots
CALL (fact, slots, objects) {
  UNWIND slots AS slot
  MATCH (s)-[f:FACT]->(other)
  USING INDEX f:FACT(owner, slot, valid_until)
  WHERE f.owner = $owner AND f.slot = slot AND f.valid_until > fact.valid_from
    AND f.retracted_at = $forever AND f.fact_id <> fact.id
    AND (f.valid_from <= fact.valid_from OR (f.recorded_at > $now AND fact.valid_from + duration('PT1H') > $now))
    AND fact.ended = (f.object IN objects) AND (fact.single OR fact.ended)
  WITH s, other, f, fact, f.valid_from < fact.valid_from AS changed,
       CASE WHEN f.recorded_at < $now THEN $now ELSE f.recorded_at + duration({microseconds: 1}) END AS later
  FOREACH (ignored IN CASE WHEN changed AND f.recorded_at <> $now THEN [1] ELSE [] END |
    CREATE (s)-[former:FACT]->(other)
    SET former = properties(f), former.fact_id = f.fact_id + '<' + fact.id, former.version_of = f.fact_id,
        former.slot = null, former.retracted_at = later, f.recorded_at = later
  )
  SET f.valid_until = CASE WHEN changed THEN fact.valid_from ELSE f.valid_until END,
      f.retracted_at = CASE WHEN changed THEN f.retracted_at ELSE later END
}
CALL (fact, slots) {
  UNWIND slots AS slot
  OPTIONAL MATCH ()-[f:FACT]->()
  USING INDEX f:FACT(owner, slot, valid_until)
  WHERE f.owner = $owner AND f.slot = slot AND f.valid_until > fact.valid_from
    AND (f.fact_id = fact.id OR f.retracted_at = $forever)
  RETURN min(CASE WHEN fact.single AND f.retracted_at = $forever AND f.valid_from > fact.valid_from
                  THEN f.valid_from END) AS next,
         coalesce(sum(CASE WHEN f.fact_id = fact.id OR (slot = fact.slot AND f.object = fact.object
                                                      AND f.valid_from <= fact.valid_from) THEN 1 END), 0) AS held
}
CALL (fact, held) {
  WITH fact WHERE NOT fact.ended AND held > 0
  MATCH (from)-[f:FACT]->(to)
  USING INDEX f:FACT(owner, slot, valid_until)
  WHERE f.owner = $owner AND f.slot = fact.slot AND f.valid_until > fact.valid_from AND f.object = fact.object
    AND f.retracted_at = $forever
  WITH from, to, f, fact, f.memory_id <> fact.memory AND NOT fact.memory IN coalesce(f.also, []) AS fresh
  WITH from, to, f, fact, fresh,
       CASE WHEN f.valid_from > fact.valid_from THEN f.valid_until  // what began later has an end of its own
            WHEN fact.valid_until < f.valid_until THEN fact.valid_until
            WHEN f.valid_until = f.bound AND (fresh OR fact.valid_until < $forever) THEN fact.valid_until
            ELSE f.valid_until END AS until
  WITH from, to, f, fact, fresh, until, until <> f.valid_until AND f.recorded_at < $now AS changed
  FOREACH (ignored IN CASE WHEN changed THEN [1] ELSE [] END |
    CREATE (from)-[former:FACT]->(to)
    SET former = properties(f), former.fact_id = f.fact_id + '<' + fact.id, former.version_of = f.fact_id,
        former.slot = null, former.retracted_at = $now, f.recorded_at = $now
  )
  // The latest of those that state it are enough.
  SET f.also = CASE WHEN fresh THEN (coalesce(f.also, []) + fact.memory)[-32..] ELSE f.also END,
      f.bound = CASE WHEN until = f.valid_until THEN f.bound WHEN until < $forever THEN until END,
      f.valid_until = until
}
CALL (s, o, fact, next, held) {
  WITH s, o, fact, next WHERE NOT fact.ended AND held = 0
  CREATE (s)-[f:FACT {fact_id: fact.id}]->(o)
  SET f.owner = $owner, f.subject = fact.subject, f.object = fact.object, f.slot = fact.slot,
      f.predicate = fact.predicate, f.text = fact.text, f.memory_id = fact.memory,
      f.confidence = fact.confidence, f.detected_by = fact.detected_by, f.valid_from = fact.valid_from,
      f.valid_until = CASE WHEN next IS NOT NULL AND next < fact.valid_until THEN next ELSE fact.valid_until END,
      f.bound = CASE WHEN fact.valid_until < $forever THEN fact.valid_until END,
      f.recorded_at = $now, f.retracted_at = $forever
}
RETURN fact.id AS id
