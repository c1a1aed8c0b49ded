// Files a batch of verbatim turns, all or none. MERGE on a digest of what was said makes a repeated batch harmless.
// mode: write
// params: owner, drawers
// returns: filed
UNWIND $drawers AS row
MATCH (c:Closet {id: row.closet_id, owner: $owner})
MERGE (d:Drawer {id: row.id})
ON CREATE SET d += row, d.owner = $owner, d.filed_at = datetime(), c.drawers = c.drawers + 1
MERGE (c)-[:HAS_DRAWER]->(d)
RETURN count(d) AS filed
