// Merge two entities of one type at a person's wish.
// Neither may be merged already: chains of merges could not be undone one by one.
// mode: write
// params: owner, uri, into, now, forever
// returns: uri
MATCH (e:Entity {owner: $owner, uri: $uri})
MATCH (c:Entity {owner: $owner, uri: $into})
WHERE e <> c AND e.type = c.type
  AND NOT EXISTS { MATCH (c)-[s:SAME_AS]->() WHERE s.retracted_at > $now }
  AND NOT EXISTS { MATCH (e)-[s:SAME_AS]->() WHERE s.retracted_at > $now }
  AND NOT EXISTS { MATCH ()-[s:SAME_AS]->(e) WHERE s.retracted_at > $now }
CREATE (e)-[:SAME_AS {score: 1.0, method: 'manual', recorded_at: $now, retracted_at: $forever}]->(c)
RETURN e.uri AS uri
