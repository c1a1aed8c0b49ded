// List a page of drawers for each of several closets in one round trip, in the order they were said.
// Withheld drawers are shown to nobody.
// mode: read
// params: owner, closets, after, limit
// returns: parent, id, text, speaker, role, said_at, position, pointer, tags, language, embedded, source_id, ended_at
UNWIND $closets AS parent
CALL (parent) {
  MATCH (d:Drawer)
  USING INDEX d:Drawer(owner, closet_id, position)
  WHERE d.owner = $owner AND d.closet_id = parent AND d.position > $after AND d.withheld IS NULL
  RETURN d ORDER BY d.owner, d.closet_id, d.position LIMIT $limit
}
RETURN parent, d.id AS id, d.text AS text, d.speaker AS speaker, d.role AS role, d.said_at AS said_at, d.position AS position,
       d.pointer AS pointer, d.tags AS tags, d.language AS language, d.embedded AS embedded, d.source_id AS source_id,
       d.ended_at AS ended_at
