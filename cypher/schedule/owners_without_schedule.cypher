// List owners with memories but without a schedule of a kind, by their keys.
// It reads a page of $limit owners, and the last key tells where the next begins. It skips erased owners, which have no
// name; owners who move between databases, for whom nobody else may write; and spaces, because a dream mends the
// statements of one person.
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
