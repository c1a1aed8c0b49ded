// Switch an owner to the target database, the decisive step of a move.
// From here on the data in the former database is left over.
// mode: write
// params: owner, source, target
// returns: flipped
MATCH (p:Lease {name: 'place ' + $owner})
WHERE p.holder = $source AND p.moving_to = $target
SET p.holder = $target, p.leaving = $source, p.moving_to = null
RETURN count(*) AS flipped
