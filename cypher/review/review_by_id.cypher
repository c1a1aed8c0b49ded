// A pair with both memories.
// mode: read
// params: owner, id
// returns: review, older, newer
MATCH (r:Review {id: $id})
WHERE r.owner = $owner
MATCH (r)-[:OLDER]->(older:Memory)
MATCH (r)-[:NEWER]->(newer:Memory)
RETURN properties(r) AS review, older {.*, embedding: null} AS older, newer {.*, embedding: null} AS newer
