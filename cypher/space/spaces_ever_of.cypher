// Every space that an owner ever had a right in, also one that was taken back: there may be something of theirs in it.
// mode: read
// params: owner
// returns: space
MATCH (o:Owner {key: $owner})-[:MAY]->(s:Owner)
WHERE s.kind = 'SPACE'
RETURN DISTINCT s.name AS space
