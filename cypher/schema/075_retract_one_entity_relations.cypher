// Earlier releases linked memories by SAME_ENTITY for one shared entity, mostly whoever said both. Such edges are retracted,
// like any prunable relation that goes: nobody stated them, and who asks what was known before still sees them. Run again
// until nothing is left, so that a store of any size takes it in small transactions and may be killed in between.
// mode: schema
// params: nothing
// returns: changed
MATCH (a:Memory)-[e:SAME_ENTITY]->(b:Memory)
WHERE e.retracted_at > datetime() AND e.detected_by = 'shared entities' AND COUNT {
  MATCH (a)-[:MENTIONS]->(x:Entity)<-[:MENTIONS]-(b)
  WHERE NOT (x.type = 'person' AND (x.name IN [a.speaker, b.speaker]
                                    OR any(alias IN x.aliases WHERE alias IN [a.speaker, b.speaker])))
} < 2
WITH a.owner AS owner, e LIMIT 10000
SET e.retracted_at = datetime()
WITH owner, count(e) AS retracted
MATCH (o:Owner {key: owner})
SET o.relations = o.relations - retracted
RETURN sum(retracted) AS changed
