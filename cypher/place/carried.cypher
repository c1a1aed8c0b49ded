// What goes along with an owner who moves and is in no archive: keys, as their hashes, so that they open the memory where
// it is; work that was promised and is not done; answers kept for senders who repeat themselves; what was done, by whom.
// mode: read
// params: owner
// returns: label, properties
CALL () {
  MATCH (n:ApiKey {owner: $owner}) RETURN 'ApiKey' AS label, n
  UNION ALL MATCH (n:Job {owner: $owner}) RETURN 'Job' AS label, n
  UNION ALL MATCH (n:Request {owner: $owner}) RETURN 'Request' AS label, n
  UNION ALL MATCH (n:AuditEntry {owner: $owner}) RETURN 'AuditEntry' AS label, n
  UNION ALL MATCH (n:Usage {owner: $owner}) RETURN 'Usage' AS label, n
}
RETURN label, properties(n) AS properties
