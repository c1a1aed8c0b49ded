// Restore the order of turns from an archive; a turn that has a successor keeps it.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MATCH (a:Drawer {id: row.start})
WHERE a.owner = $owner
MATCH (b:Drawer {id: row.end})
WHERE b.owner = $owner
WITH a, b
WHERE NOT EXISTS { (a)-[:NEXT]->() } AND NOT EXISTS { ()-[:NEXT]->(b) }
MERGE (a)-[:NEXT]->(b)
FINISH
