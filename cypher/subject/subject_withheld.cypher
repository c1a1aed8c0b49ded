// Count the forgotten memories that named one of these entities and are kept under a tombstone alone.
// mode: read
// params: owner, uris
// returns: count
UNWIND $uris AS uri
MATCH (e:Entity {owner: $owner, uri: uri})
WITH e
MATCH (m:Memory)-[w:WITHHELD]->(e)
WHERE m.owner = $owner AND w.kind = 'mention'
RETURN count(DISTINCT w.memory_id) AS count
