// Return the memories that only one turn says: they go when it is deleted.
// mode: read
// params: owner, drawer
// returns: id
MATCH (d:Drawer {id: $drawer})
WHERE d.owner = $owner
MATCH (m:Memory)-[:DERIVED_FROM]->(d)
WHERE NOT EXISTS { MATCH (m)-[:VERSION_OF]->() } AND NOT EXISTS { MATCH (m)-[:DERIVED_FROM]->(x) WHERE x <> d }
RETURN m.id AS id
