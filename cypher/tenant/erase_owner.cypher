// Removes up to $limit nodes of one owner; called until nothing is left, so that no transaction outgrows the heap. Each
// time the owner's node is locked first, so that writers who were faster have committed what is removed here, and keeps
// nothing but when it was erased, and to which database the owner has moved, if that is why: whoever was asked to write
// before that, and comes only now, is refused by it. A day
// later the pruning of jobs removes it. Every branch is an index seek on the owner key. The rights that the owner has in
// spaces, or others have where it is one, go with the first: whoever takes the name later has none of them.
// mode: write
// params: owner, at, moved_to, limit
// returns: owners, counts
MERGE (o:Owner {key: $owner})
SET o.last_written_at = datetime()
WITH o, CASE WHEN o.name IS NULL THEN 0 ELSE 1 END AS owners
SET o = {key: $owner, erased_at: $at, moved_to: $moved_to}
WITH o, owners
CALL (o) {
  MATCH (o)-[g:MAY]-()
  DELETE g
}
WITH owners
CALL () {
  CALL () {
    MATCH (n:Drawer {owner: $owner}) RETURN n, 'Drawer' AS label
    UNION ALL MATCH (n:Memory {owner: $owner}) RETURN n, 'Memory' AS label
    UNION ALL MATCH (n:Entity {owner: $owner}) RETURN n, 'Entity' AS label
    UNION ALL MATCH (n:Closet {owner: $owner}) RETURN n, 'Closet' AS label
    UNION ALL MATCH (n:Room {owner: $owner}) RETURN n, 'Room' AS label
    UNION ALL MATCH (n:Wing {owner: $owner}) RETURN n, 'Wing' AS label
    UNION ALL MATCH (n:Session {owner: $owner}) RETURN n, 'Session' AS label
    UNION ALL MATCH (n:Agent {owner: $owner}) RETURN n, 'Agent' AS label
    UNION ALL MATCH (n:Tier {owner: $owner}) RETURN n, 'Tier' AS label
    UNION ALL MATCH (n:DreamRun {owner: $owner}) RETURN n, 'DreamRun' AS label
    UNION ALL MATCH (n:Schedule {owner: $owner}) RETURN n, 'Schedule' AS label
    UNION ALL MATCH (n:Job {owner: $owner}) RETURN n, 'Job' AS label
    UNION ALL MATCH (n:Usage {owner: $owner}) RETURN n, 'Usage' AS label
    UNION ALL MATCH (n:ApiKey {owner: $owner}) RETURN n, 'ApiKey' AS label
    UNION ALL MATCH (n:Request {owner: $owner}) RETURN n, 'Request' AS label
    UNION ALL MATCH (n:Review {owner: $owner}) RETURN n, 'Review' AS label
    UNION ALL MATCH (n:Workflow {owner: $owner}) RETURN n, 'Workflow' AS label
    UNION ALL MATCH (n:Outcome {owner: $owner}) RETURN n, 'Outcome' AS label
    UNION ALL MATCH (n:Block {owner: $owner}) RETURN n, 'Block' AS label
    UNION ALL MATCH (n:Tombstone {owner: $owner}) RETURN n, 'Tombstone' AS label
    UNION ALL MATCH (n:AuditEntry {owner: $owner}) RETURN n, 'AuditEntry' AS label
    UNION ALL MATCH (n:TombstoneKey {owner: $owner}) RETURN n, 'TombstoneKey' AS label
  }
  WITH n, label LIMIT $limit
  DETACH DELETE n
  WITH label, count(*) AS nodes
  RETURN collect([label, nodes]) AS counts
}
RETURN owners, counts
