// Return which of these drawers ended with their document's text; a text that returns is filed anew.
// Forgotten drawers are left out.
// mode: read
// params: owner, ids
// returns: id
UNWIND $ids AS id
MATCH (d:Drawer {id: id})
WHERE d.owner = $owner AND d.ended_at IS NOT NULL AND d.withheld IS NULL
RETURN d.id AS id
