// A dream begins: its node, numbered among the owner's. Those that waited for a confirmation are over with it.
// mode: write
// params: owner, properties
// returns: number
MATCH (o:Owner {key: $owner})
CALL () {
  MATCH (w:DreamRun)
  WHERE w.owner = $owner AND w.state = 'held'
  DETACH DELETE w
}
WITH o, coalesce(o.dreams, 0) + 1 AS number
MERGE (r:DreamRun {id: $properties.id})
ON CREATE SET r = $properties, r.owner = $owner, r.number = number, o.dreams = number
RETURN r.number AS number
