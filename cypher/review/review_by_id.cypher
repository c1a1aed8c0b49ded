// Return a review with both memories.
// mode: read
// params: owner, id
// returns: review, older, newer
MATCH (r:Review {id: $id})
WHERE r.owner = $owner
MATCH (r)-[:OLDER]->(older:Memory)
MATCH (r)-[:NEWER]->(newer:Memory)
WHERE older.forgotten_at IS NULL AND newer.forgotten_at IS NULL
RETURN properties(r) AS review, older {.*, embedding: null} AS older, newer {.*, embedding: null} AS newer
