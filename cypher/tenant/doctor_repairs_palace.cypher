// Recount the contents of rooms and owners.
// mode: write
// params: limit
// returns: changed
CALL () {
  MATCH (n:Room)
  WITH n, COUNT { (n)-[:HAS_CLOSET]->(:Closet)-[:HAS_DRAWER]->(:Drawer) } AS drawers
  WHERE n.drawers <> drawers
  RETURN n, drawers
  UNION ALL
  MATCH (n:Owner)
  WITH n, COUNT { (n)-[:HAS_WING]->()-[:HAS_ROOM]->()-[:HAS_CLOSET]->()-[:HAS_DRAWER]->() } AS drawers
  WHERE n.drawers <> drawers
  RETURN n, drawers
  UNION ALL
  MATCH (n:Owner)
  WITH n, reduce(all = 0, size IN COLLECT { MATCH (d:Drawer {owner: n.key}) RETURN size(d.text) } | all + size) AS size
  WHERE coalesce(n.characters, 0) <> size
  SET n.characters = size
  RETURN n, n.drawers AS drawers
}
WITH n, drawers LIMIT $limit
SET n.drawers = drawers
RETURN count(n) AS changed
