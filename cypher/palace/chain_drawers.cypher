// Links each turn to the one said after it in the same room.
// mode: write
// params: owner, pairs
// returns: nothing
UNWIND $pairs AS pair
MATCH (a:Drawer {id: pair[0], owner: $owner})
MATCH (b:Drawer {id: pair[1], owner: $owner})
MERGE (a)-[:NEXT]->(b)
