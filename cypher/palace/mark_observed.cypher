// Mark turns as read by the write path; only those that nobody has read come back.
// mode: write
// params: owner, ids
// returns: id
UNWIND $ids AS id
MATCH (d:Drawer {id: id})
WHERE d.owner = $owner AND NOT coalesce(d.observed, false)
SET d.observed = true
RETURN d.id AS id
