// Earlier releases linked memories by CAUSES for a connective in one and a word in the other: of two conversations one in
// forty was right. What the rules found is kept when the cause is no later than its effect and both name an entity that
// said neither, which is noted on the edge; the rest is retracted. What a person stated is kept when it is in order.
// Run again until nothing is left.
// mode: schema
// params: nothing
// returns: changed
MATCH (a:Memory)-[e:CAUSES]->(b:Memory)
WHERE e.retracted_at > datetime() AND e.grounds IS NULL
WITH a, b, e, coalesce(date(a.valid_from) <= date(b.valid_from), false) AS in_order, coalesce(e.detected_by, '') = 'manual' AS by_hand
WHERE NOT (by_hand AND in_order)
WITH a.owner AS owner, e, in_order, COLLECT {
  MATCH (a)-[:MENTIONS]->(x:Entity)<-[:MENTIONS]-(b)
  WHERE NOT (x.type = 'person' AND (x.name IN [a.speaker, b.speaker]
                                    OR any(alias IN x.aliases WHERE alias IN [a.speaker, b.speaker])))
  RETURN DISTINCT x.uri
} AS shared
LIMIT 10000
SET e.grounds = shared, e.retracted_at = CASE WHEN in_order AND size(shared) > 0 THEN e.retracted_at ELSE datetime() END
WITH owner, count(e) AS changed, sum(CASE WHEN e.retracted_at > datetime() THEN 0 ELSE 1 END) AS retracted
MATCH (o:Owner {key: owner})
SET o.relations = o.relations - retracted
RETURN sum(changed) AS changed
