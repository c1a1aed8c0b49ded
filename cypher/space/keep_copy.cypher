// Mark a copy in the space $owner whose source was withdrawn and that stays.
// A repeated call changes nothing.
// mode: write
// params: owner, drawer, withdrawn
// returns: nothing
MATCH (d:Drawer {id: $drawer})
WHERE d.owner = $owner AND NOT d.source_id STARTS WITH $withdrawn
SET d.source_id = $withdrawn + split(d.source_id, ' ')[-1]
