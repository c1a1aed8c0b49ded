// What a person's edits replaced or put in the place of these memories, however many of them there were: what else the
// same memory said. What is believed is no former text.
// mode: read
// params: owner, ids, now
// returns: id
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
MATCH (m)-[:SUPERSEDES* {detected_by: 'edit'}]-(x:Memory)
WHERE x.retracted_at <= $now AND NOT x.id IN $ids
RETURN DISTINCT x.id AS id
