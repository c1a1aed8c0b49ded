// Find edges, rooms and closets without their index keys, and entities that miscount mentions.
// An index leaves a node or edge without its keys out of a list.
// mode: read
// params: nothing
// returns: found, example
CALL () {
  MATCH (m:Memory)-[r:MENTIONS]->(e:Entity)
  WHERE coalesce(r.owner, '') <> e.owner OR coalesce(r.uri, '') <> e.uri OR r.said_at IS NULL OR r.valid_from IS NULL
  RETURN m.id AS id
  UNION ALL
  MATCH (s:Entity)-[f:FACT]->(o:Entity)
  WHERE coalesce(f.owner, '') <> s.owner OR coalesce(f.subject, '') <> s.uri OR coalesce(f.object, '') <> o.uri
     OR (f.version_of IS NULL AND f.slot IS NULL)
  RETURN f.fact_id AS id
  UNION ALL
  MATCH (e:Entity)
  WHERE coalesce(e.mentions, -1)
     <> COUNT { MATCH (e)<-[:MENTIONS]-(m:Memory) WHERE NOT EXISTS { (m)-[:VERSION_OF]->() } }
  RETURN e.uri AS id
  UNION ALL
  MATCH (w:Wing)-[:HAS_ROOM]->(r:Room)
  WHERE coalesce(r.wing_id, '') <> w.id
  RETURN r.id AS id
  UNION ALL
  MATCH (r:Room)-[:HAS_CLOSET]->(c:Closet)
  WHERE coalesce(c.room_id, '') <> r.id
  RETURN c.id AS id
}
RETURN count(id) AS found, min(id) AS example
