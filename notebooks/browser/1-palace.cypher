// The palace of an owner, down to the topics
// Once before: :param owner => 'demo'
MATCH path = (o:Owner {name: $owner})-[:HAS_WING]->(:Wing)-[:HAS_ROOM]->(:Room)-[:HAS_CLOSET]->(:Closet)
RETURN path
LIMIT 200
