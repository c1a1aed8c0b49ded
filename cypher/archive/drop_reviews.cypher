// Remove, of these reviews, those about a memory that is forgotten here or was not imported.
// Their decisions go with them.
// mode: write
// params: owner, ids
// returns: nothing
UNWIND $ids AS id
MATCH (r:Review {id: id})
WHERE r.owner = $owner
  AND NOT EXISTS {
    MATCH (older:Memory)<-[:OLDER]-(r)-[:NEWER]->(newer:Memory)
    WHERE older.forgotten_at IS NULL AND newer.forgotten_at IS NULL
  }
DETACH DELETE r
