// Remove the record of an erased owner's database, unless the owner has moved meanwhile.
// mode: write
// params: owner, database
// returns: nothing
MATCH (p:Lease {name: 'place ' + $owner})
WHERE p.holder = $database AND p.moving_to IS NULL
DELETE p
