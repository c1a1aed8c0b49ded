// Remove, of these entities, those without an edge: a tombstone here barred what named them.
// mode: write
// params: owner, uris
// returns: nothing
UNWIND $uris AS uri
MATCH (e:Entity {owner: $owner, uri: uri})
WHERE NOT EXISTS { (e)--() }
DELETE e
