// Remove words of a deleted drawer from its surroundings.
// These are the search text of the turn after it, and the names of closets; an empty closet goes. A turn's vector is
// made of its own words and stays.
// mode: write
// params: owner, found, closets
// returns: nothing
CALL () {
  UNWIND $closets AS row
  MATCH (c:Closet {id: row.id})
  WHERE c.owner = $owner
  SET c.topic = row.topic, c.slug = row.slug
  WITH c WHERE c.drawers <= 0
  DETACH DELETE c
}
CALL () {
  UNWIND $found AS row
  MATCH (d:Drawer {id: row.id})
  WHERE d.owner = $owner
  SET d.index_text = row.index_text
}
FINISH
