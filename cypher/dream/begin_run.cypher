// Create the node of a dream that begins, with the owner's next number.
// Dreams of the owner that waited for a confirmation end with it.
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
