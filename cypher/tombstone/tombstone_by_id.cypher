// Return one tombstone of the owner.
// mode: read
// params: owner, id
// returns: tombstone, values
MATCH (t:Tombstone {id: $id})
WHERE t.owner = $owner
RETURN properties(t) AS tombstone, COUNT { (t)-[:BARS]->() } AS values
