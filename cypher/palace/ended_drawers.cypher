// Which of these drawers hold what their document said no longer: what it says again is filed anew. What was forgotten is not.
// mode: read
// params: owner, ids
// returns: id
UNWIND $ids AS id
MATCH (d:Drawer {id: id})
WHERE d.owner = $owner AND d.ended_at IS NOT NULL AND d.withheld IS NULL
RETURN d.id AS id
