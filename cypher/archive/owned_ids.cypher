// Which of these ids are of things of the owner's that are known by an id alone. An archive that anybody may have written
// says under which ids they stood; only those that are the owner's already are believed.
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
