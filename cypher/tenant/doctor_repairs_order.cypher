// Set the lookup and sort keys of edges, rooms and closets, and recount the mentions of entities.
// If a fact lacks its slot, nobody knows whether its property has one value at a time: it gets a slot that ends no
// other fact.
// mode: write
// params: limit
// returns: changed
CALL () {
  MATCH (m:Memory)-[r:MENTIONS]->(e:Entity)
  WHERE coalesce(r.owner, '') <> e.owner OR coalesce(r.uri, '') <> e.uri OR r.said_at IS NULL OR r.valid_from IS NULL
  WITH m, r, e LIMIT $limit
  SET r.owner = e.owner, r.uri = e.uri, r.said_at = m.said_at, r.valid_from = m.valid_from
  RETURN count(r) AS named
}
CALL () {
  MATCH (s:Entity)-[f:FACT]->(o:Entity)
  WHERE coalesce(f.owner, '') <> s.owner OR coalesce(f.subject, '') <> s.uri OR coalesce(f.object, '') <> o.uri
     OR (f.version_of IS NULL AND f.slot IS NULL)
  WITH s, f, o LIMIT $limit
  SET f.owner = s.owner, f.subject = s.uri, f.object = o.uri,
      f.slot = CASE WHEN f.version_of IS NULL THEN coalesce(f.slot, s.uri + ' ' + f.predicate + ' ' + o.uri) END
  RETURN count(f) AS stated
}
CALL () {
  MATCH (e:Entity)
  WITH e, COUNT { MATCH (e)<-[:MENTIONS]-(m:Memory) WHERE NOT EXISTS { (m)-[:VERSION_OF]->() } } AS mentions
  WHERE coalesce(e.mentions, -1) <> mentions
  WITH e, mentions LIMIT $limit
  SET e.mentions = mentions
  RETURN count(e) AS counted
}
CALL () {
  MATCH (w:Wing)-[:HAS_ROOM]->(r:Room)
  WHERE coalesce(r.wing_id, '') <> w.id
  WITH w, r LIMIT $limit
  SET r.wing_id = w.id
  RETURN count(r) AS rooms
}
CALL () {
  MATCH (r:Room)-[:HAS_CLOSET]->(c:Closet)
  WHERE coalesce(c.room_id, '') <> r.id
  WITH r, c LIMIT $limit
  SET c.room_id = r.id
  RETURN count(c) AS closets
}
RETURN named + stated + counted + rooms + closets AS changed
