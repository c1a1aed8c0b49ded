// Removes those of these entities that nothing names, since what named them was barred by a tombstone here.
// mode: write
// params: owner, uris
// returns: nothing
UNWIND $uris AS uri
MATCH (e:Entity {owner: $owner, uri: uri})
WHERE NOT EXISTS { (e)--() }
DELETE e
