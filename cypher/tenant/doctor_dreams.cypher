// Find changes of dreams with a wrong run, place or count, and stays that end before they begin.
// mode: read
// params: nothing
// returns: found, example
CALL () {
  MATCH (r:DreamRun)-[c:CHANGED]->(m)
  WHERE coalesce(c.run, '') <> r.id OR coalesce(c.owner, '') <> r.owner OR m.owner <> r.owner OR NOT m:Memory
     OR c.place IS NULL OR c.number <> r.number OR c.before IS NULL OR c.after IS NULL
  RETURN r.id AS id
  UNION ALL
  MATCH (r:DreamRun)
  WHERE r.number IS NULL OR COUNT { (r)-[:CHANGED]->() } > r.changed
     OR (r.state = 'held' AND EXISTS { (r)-[:CHANGED]->() })
  RETURN r.id AS id
  UNION ALL
  MATCH (m:Memory)-[s:IN_TIER]->(:Tier)
  WHERE s.until <= s.since
  RETURN m.id AS id
}
RETURN count(id) AS found, min(id) AS example
