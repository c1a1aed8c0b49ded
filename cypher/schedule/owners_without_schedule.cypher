// Owners who remember something and have no schedule of a kind, by their keys: a page of $limit owners is looked at, and
// the last key tells where the next begins. An owner that was erased has no name any more; one who is
// on the way between two databases is written for by nobody else; no space dreams, since a dream mends what one person said.
// mode: read
// params: kind, after, limit
// returns: owner, name, without
MATCH (o:Owner)
WHERE o.key > $after
WITH o ORDER BY o.key LIMIT $limit
RETURN o.key AS owner, o.name AS name,
       o.name IS NOT NULL AND o.kind IS NULL AND coalesce(o.moving_to, o.arriving_from) IS NULL
         AND NOT EXISTS { MATCH (s:Schedule {owner: o.key}) WHERE s.kind = $kind }
         AND EXISTS { MATCH (m:Memory {owner: o.key}) } AS without
ORDER BY owner
