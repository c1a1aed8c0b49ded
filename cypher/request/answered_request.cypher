// What a request under this id was answered, and a digest of what it asked for.
// mode: read
// params: owner, id
// returns: content, answer
MATCH (r:Request {id: $id})
WHERE r.owner = $owner
RETURN r.content AS content, r.answer AS answer
