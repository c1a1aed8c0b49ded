// The palace of an owner, down to the topics
WITH 'demo' AS owner  // whose memory
MATCH path = (o:Owner {name: owner})-[:HAS_WING]->(:Wing)-[:HAS_ROOM]->(:Room)-[:HAS_CLOSET]->(:Closet)
RETURN path
LIMIT 200
