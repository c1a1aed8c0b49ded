// Return the memories that a person's edits replaced or created from these memories, however many.
// They are what the same memory said otherwise. A believed memory is no former text.
// mode: read
// params: owner, ids, now
// returns: id
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
MATCH (m)-[:SUPERSEDES* {detected_by: 'edit'}]-(x:Memory)
WHERE x.retracted_at <= $now AND NOT x.id IN $ids
RETURN DISTINCT x.id AS id
