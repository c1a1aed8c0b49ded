// Return which of these ids belong to things of the owner that are identified by an id alone.
// Anybody may have written the archive that names these ids, so only ids that the owner has already are trusted.
// mode: read
// params: owner, ids
// returns: id
UNWIND $ids AS id
CALL (id) {
  MATCH (n:Memory {id: id}) RETURN n
  UNION ALL
  MATCH (n:DreamRun {id: id}) RETURN n
  UNION ALL
  MATCH (n:Review {id: id}) RETURN n
  UNION ALL
  MATCH (n:Workflow {id: id}) RETURN n
  UNION ALL
  MATCH (n:Outcome {id: id}) RETURN n
  UNION ALL
  MATCH (n:Block {id: id}) RETURN n
  UNION ALL
  MATCH (n:Tombstone {id: id}) RETURN n
  UNION ALL
  MATCH (n:Agent {id: id}) RETURN n
  UNION ALL
  MATCH (n:Room {id: id}) RETURN n
  UNION ALL
  MATCH (n:Drawer {id: id}) RETURN n
}
WITH id, n
WHERE n.owner = $owner
RETURN DISTINCT id
