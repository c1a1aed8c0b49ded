// Recount the contents of closets and rooms and the mentions of entities, after an import.
// mode: write
// params: owner, label, keys
// returns: nothing
UNWIND $keys AS key
CALL (key) {
  WITH key WHERE $label = 'Closet'
  MATCH (c:Closet {id: key})
  WHERE c.owner = $owner
  SET c.drawers = COUNT { (c)-[:HAS_DRAWER]->() }
  RETURN 1 AS done
  UNION ALL
  WITH key WHERE $label = 'Room'
  MATCH (r:Room {id: key})
  WHERE r.owner = $owner
  SET r.drawers = COUNT { (r)-[:HAS_CLOSET]->()-[:HAS_DRAWER]->() },
      r.last_drawer = head(COLLECT { MATCH (r)-[:HAS_CLOSET]->()-[:HAS_DRAWER]->(d)
                                     RETURN d.id ORDER BY d.position DESC LIMIT 1 })
  RETURN 1 AS done
  UNION ALL
  WITH key WHERE $label = 'Entity'
  MATCH (e:Entity {owner: $owner, uri: key})
  SET e.mentions = COUNT { MATCH (e)<-[:MENTIONS]-(m) WHERE NOT EXISTS { (m)-[:VERSION_OF]->() } }
  RETURN 1 AS done
}
FINISH
