// One conversation: its sessions, their topics, and the chain of turns, word for word
WITH 'demo' AS owner, 'The night of the false alarm' AS title  // whose memory, and how the rooms' title begins
MATCH (o:Owner {name: owner})-[:HAS_WING]->(wing:Wing)-[:HAS_ROOM]->(room:Room)
WHERE room.title STARTS WITH title
WITH wing, room ORDER BY room.number LIMIT 10
MATCH path = (wing)-[:HAS_ROOM]->(room)-[:HAS_CLOSET]->(:Closet)-[:HAS_DRAWER]->(d:Drawer)
OPTIONAL MATCH following = (d)-[:NEXT]->(:Drawer)
RETURN path, following
LIMIT 100
