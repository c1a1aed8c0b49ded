// Return the stored answer to a request of this id, and a digest of the request.
// mode: read
// params: owner, id
// returns: content, answer
MATCH (r:Request {id: $id})
WHERE r.owner = $owner
RETURN r.content AS content, r.answer AS answer
