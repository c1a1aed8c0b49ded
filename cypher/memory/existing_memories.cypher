// Return which of these ids are memories of the owner, and the start of their validity.
// mode: read
// params: owner, ids
// returns: id, valid_from
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
RETURN m.id AS id, m.valid_from AS valid_from
