// Retract the least telling live relations of an owner.
// Shared topics go first, then shared entities, then details, and within each type the least certain. SUPERSEDES,
// CONTRADICTS and CAUSES are never touched.
// mode: write
// params: owner, surplus, now
// returns: pruned
MATCH (a:Memory {owner: $owner})-[e:RELATED_TO|SAME_ENTITY|ELABORATES]->(:Memory)
WHERE e.retracted_at > $now
WITH e, CASE type(e) WHEN 'RELATED_TO' THEN 0 WHEN 'SAME_ENTITY' THEN 1 ELSE 2 END AS rank
ORDER BY rank, e.confidence, e.recorded_at
LIMIT $surplus
// An edge recorded by this very transaction must last for an instant, or its interval would be empty.
SET e.retracted_at = CASE WHEN e.recorded_at < $now THEN $now ELSE e.recorded_at + duration({microseconds: 1}) END
WITH count(e) AS pruned
MATCH (o:Owner {key: $owner})
SET o.relations = o.relations - pruned
RETURN pruned
