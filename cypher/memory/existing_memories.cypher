// Which of these ids are memories of the owner.
// mode: read
// params: owner, ids
// returns: id
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
RETURN m.id AS id
