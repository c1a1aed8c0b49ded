// Retract causes that begin on a later day than their effects: a cause does not follow its effect.
// mode: write
// params: limit
// returns: changed
MATCH (a:Memory)-[e:CAUSES]->(b:Memory)
WHERE e.retracted_at > datetime() AND date(a.valid_from) > date(b.valid_from)
WITH a, e LIMIT $limit
SET e.retracted_at = CASE WHEN e.recorded_at >= datetime() THEN e.recorded_at + duration({microseconds: 1})
                          ELSE datetime() END
WITH a.owner AS owner, count(e) AS changed
OPTIONAL MATCH (o:Owner {key: owner})
SET o.relations = o.relations - changed
RETURN coalesce(sum(changed), 0) AS changed
