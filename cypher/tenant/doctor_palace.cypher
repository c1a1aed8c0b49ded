// Find drawers that do not lie in exactly one closet, and wrong counters of rooms and owners.
// mode: read
// params: nothing
// returns: found, example
CALL () {
  MATCH (d:Drawer)
  WHERE COUNT { (d)<-[:HAS_DRAWER]-(:Closet) } <> 1
  RETURN d.id AS id
  UNION ALL
  MATCH (r:Room)
  WHERE r.drawers <> COUNT { (r)-[:HAS_CLOSET]->(:Closet)-[:HAS_DRAWER]->(:Drawer) }
  RETURN r.id AS id
  UNION ALL
  MATCH (o:Owner)
  WHERE o.drawers <> COUNT { (o)-[:HAS_WING]->()-[:HAS_ROOM]->()-[:HAS_CLOSET]->()-[:HAS_DRAWER]->() }
  RETURN o.key AS id
  UNION ALL
  MATCH (o:Owner)
  WHERE coalesce(o.characters, 0) <> reduce(all = 0, size IN COLLECT {
    MATCH (d:Drawer {owner: o.key}) RETURN size(d.text)
  } | all + size)
  RETURN o.key AS id
}
RETURN count(id) AS found, min(id) AS example
