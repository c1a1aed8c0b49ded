// Turns that the write path reads now; only those nobody has read yet.
// mode: write
// params: owner, ids
// returns: id
UNWIND $ids AS id
MATCH (d:Drawer {id: id})
WHERE d.owner = $owner AND NOT coalesce(d.observed, false)
SET d.observed = true
RETURN d.id AS id
