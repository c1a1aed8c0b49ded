// Restore the edges from the owner to the wings of an archive.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MATCH (o:Owner {key: $owner})
MATCH (w:Wing {id: row.end})
WHERE w.owner = $owner
MERGE (o)-[:HAS_WING]->(w)
FINISH
