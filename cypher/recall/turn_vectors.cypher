// Return the stored vectors of some turns, for comparison with each other.
// mode: read
// params: owner, ids
// returns: id, vector
UNWIND $ids AS id
MATCH (d:Drawer {id: id})
WITH d WHERE d.owner = $owner AND d.embedding IS NOT NULL
RETURN d.id AS id, d.embedding AS vector
