// Return the names of closets and the first remaining turns of each, after which it is named.
// mode: read
// params: owner, closets, turns
// returns: id, topic, drawers, texts, language
UNWIND $closets AS id
MATCH (c:Closet {id: id})
WHERE c.owner = $owner
CALL (c) {
  MATCH (d:Drawer)
  USING INDEX d:Drawer(owner, closet_id, position)
  WHERE d.owner = $owner AND d.closet_id = c.id AND d.position >= 0 AND d.withheld IS NULL
  WITH d ORDER BY d.position LIMIT $turns
  RETURN collect(d.text) AS texts, head(collect(d.language)) AS language
}
RETURN c.id AS id, c.topic AS topic, c.drawers AS drawers, texts, language
