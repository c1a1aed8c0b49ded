// List the owner's memories whose ids start with a typed prefix, a few for each, with their texts.
// The id's own index serves it: prefixes of four digits and more leave next to nothing to filter by owner.
// mode: read
// params: owner, starts, limit
// returns: start, id, text
UNWIND $starts AS start
CALL (start) {
  MATCH (m:Memory) USING INDEX m:Memory(id)
  WHERE m.id STARTS WITH start AND m.owner = $owner AND NOT EXISTS { (m)-[:VERSION_OF]->(:Memory) }
  RETURN m.id AS id, CASE WHEN m.forgotten_at IS NULL THEN m.text ELSE 'forgotten' END AS text
  ORDER BY id
  LIMIT $limit
}
RETURN start, id, text
