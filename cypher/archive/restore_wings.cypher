// Which wings are the owner's, from an archive.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MATCH (o:Owner {key: $owner})
MATCH (w:Wing {id: row.end})
WHERE w.owner = $owner
MERGE (o)-[:HAS_WING]->(w)
FINISH
