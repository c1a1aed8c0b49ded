// The moment of a move: from here on the owner is at the target, and what the former database has is left over.
// mode: write
// params: owner, source, target
// returns: flipped
MATCH (p:Lease {name: 'place ' + $owner})
WHERE p.holder = $source AND p.moving_to = $target
SET p.holder = $target, p.leaving = $source, p.moving_to = null
RETURN count(*) AS flipped
