// Count the visible drawers of each of several closets; withheld ones count for nobody.
// mode: read
// params: owner, closets
// returns: parent, count
UNWIND $closets AS parent
CALL (parent) {
  MATCH (d:Drawer)
  USING INDEX d:Drawer(owner, closet_id, position)
  WHERE d.owner = $owner AND d.closet_id = parent AND d.position >= 0 AND d.withheld IS NULL
  RETURN count(d) AS count
}
RETURN parent, count
