// Remove up to $limit nodes of one owner; the caller repeats it until nothing is left.
// So no transaction outgrows the heap. Each call locks the owner's node first, so that writers who were faster have
// committed what it removes. The node keeps only the time of the erasure and, after a move, the target database: a
// write requested before the erasure that comes only now is refused by them. A day later the pruning of jobs removes
// the node. Every branch is an index seek on the owner key. The first call removes the owner's rights in spaces and,
// for a space, its members' rights: a later user of the name has none of them.
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
