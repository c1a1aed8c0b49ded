// Return which of these keys of one label exist, and whether the owner owns them.
// Ids are unique in the whole store.
// mode: read
// params: owner, label, keys
// returns: key, owned
UNWIND $keys AS key
CALL (key) {
  WITH key WHERE $label = 'Session'
  MATCH (n:Session {owner: $owner, id: key})
  RETURN n
  UNION ALL
  WITH key WHERE $label = 'Entity'
  MATCH (n:Entity {owner: $owner, uri: key})
  RETURN n
  UNION ALL
  WITH key WHERE $label = 'Tier'
  MATCH (n:Tier {owner: $owner, name: key})
  RETURN n
  UNION ALL
  MATCH (n:Agent|Wing|Room|Closet|Drawer|Memory|DreamRun|Review|Workflow|Outcome|Block|Tombstone|TombstoneKey|Schedule|Usage {id: key})
  WHERE $label IN labels(n)
  RETURN n
}
RETURN key, n.owner = $owner AS owned
