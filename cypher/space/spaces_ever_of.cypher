// List every space in which an owner ever had a right: it may hold copies of the owner's.
// Revoked rights count too.
// mode: read
// params: owner
// returns: space
MATCH (o:Owner {key: $owner})-[:MAY]->(s:Owner)
WHERE s.kind = 'SPACE'
RETURN DISTINCT s.name AS space
