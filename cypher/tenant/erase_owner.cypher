// Removes up to $limit nodes of one owner; called until nothing is left, so that no transaction outgrows the heap.
// Every branch is an index seek on the owner key.
// mode: write
// params: owner, limit
// returns: removed
CALL () {
  MATCH (n:Drawer {owner: $owner}) RETURN n
  UNION ALL MATCH (n:Memory {owner: $owner}) RETURN n
  UNION ALL MATCH (n:Entity {owner: $owner}) RETURN n
  UNION ALL MATCH (n:Closet {owner: $owner}) RETURN n
  UNION ALL MATCH (n:Room {owner: $owner}) RETURN n
  UNION ALL MATCH (n:Wing {owner: $owner}) RETURN n
  UNION ALL MATCH (n:Session {owner: $owner}) RETURN n
  UNION ALL MATCH (n:Agent {owner: $owner}) RETURN n
  UNION ALL MATCH (n:Tier {owner: $owner}) RETURN n
  UNION ALL MATCH (n:DreamRun {owner: $owner}) RETURN n
  UNION ALL MATCH (n:Job {owner: $owner}) RETURN n
  UNION ALL MATCH (n:Usage {owner: $owner}) RETURN n
  UNION ALL MATCH (n:ApiKey {owner: $owner}) RETURN n
  UNION ALL MATCH (n:Request {owner: $owner}) RETURN n
  UNION ALL MATCH (n:Owner {key: $owner}) RETURN n
}
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS removed
