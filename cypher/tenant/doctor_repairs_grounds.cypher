// Retract causes that nobody stated and that share nothing with their effects.
// A cause without evidence is not believed.
// mode: write
// params: limit
// returns: changed
MATCH (a:Memory)-[e:CAUSES]->(:Memory)
WHERE e.retracted_at > datetime() AND coalesce(e.detected_by, '') <> 'manual'
  AND size(coalesce(e.grounds, [])) = 0
WITH a, e LIMIT $limit
SET e.retracted_at = CASE WHEN e.recorded_at >= datetime() THEN e.recorded_at + duration({microseconds: 1})
                          ELSE datetime() END
WITH a.owner AS owner, count(e) AS changed
OPTIONAL MATCH (o:Owner {key: owner})
SET o.relations = o.relations - changed
RETURN coalesce(sum(changed), 0) AS changed
