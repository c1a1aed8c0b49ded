// Return which of these drawers are filed already.
// Mining skips them before it spends an embedding, and asks again in the writing transaction in case another process
// was faster.
// mode: read
// params: owner, ids
// returns: id
UNWIND $ids AS id
MATCH (d:Drawer {id: id})
WHERE d.owner = $owner
RETURN d.id AS id
