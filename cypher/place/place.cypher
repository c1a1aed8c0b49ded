// Assign an owner to a database, unless one has the owner already.
// mode: write
// params: owner, name, database
// returns: holder
MERGE (p:Lease {name: 'place ' + $owner})
ON CREATE SET p.holder = $database, p.owner = $owner, p.owner_name = $name
RETURN p.holder AS holder
