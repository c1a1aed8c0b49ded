// The turn a pointer cites, where it lies, and what was said around it
WITH 'demo' AS owner, '§ W-001/R-03/D-004' AS pointer  // whose memory, and which turn
MATCH (o:Owner {name: owner})
MATCH (d:Drawer {owner: o.key, pointer: pointer})
MATCH place = (o)-[:HAS_WING]->(:Wing)-[:HAS_ROOM]->(:Room)-[:HAS_CLOSET]->(:Closet)-[:HAS_DRAWER]->(d)
MATCH around = (:Drawer)-[:NEXT*0..2]->(d)-[:NEXT*0..2]->(:Drawer)
RETURN place, around
LIMIT 20
