// Count the audit entries of an owner.
// mode: read
// params: owner
// returns: count
MATCH (e:AuditEntry {owner: $owner})
RETURN count(e) AS count
