// Which of these drawers are filed already: mining skips them before it spends an embedding, and asks again inside the
// writing transaction in case somebody else was faster.
// mode: read
// params: owner, ids
// returns: id
UNWIND $ids AS id
MATCH (d:Drawer {id: id})
WHERE d.owner = $owner
RETURN d.id AS id
