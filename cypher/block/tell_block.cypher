// Record the outcome reported about a block, so that a repeated report changes nothing.
// mode: write
// params: owner, id, success
// returns: id
MATCH (b:Block {id: $id})
WHERE b.owner = $owner
SET b.told = $success
RETURN b.id AS id
