// How many changes of an owner's memory are noted.
// mode: read
// params: owner
// returns: count
MATCH (e:AuditEntry {owner: $owner})
RETURN count(e) AS count
