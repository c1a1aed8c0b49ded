// List the nodes of a moving owner that no archive holds: keys, jobs, answers, audit, usage.
// Keys move as their hashes, so that they open the memory where it is. Answers are kept for senders who repeat a
// request; the audit says who did what.
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
