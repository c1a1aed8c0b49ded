// Find audit entries outside an owner's chain: a count of open ones, and the first foreign one.
// A foreign entry belongs to no verb under way and never got a number; graphmem writes none such.
// mode: read
// params: owner
// returns: under_way, strange
CALL () {
  MATCH (e:AuditEntry)
  USING INDEX e:AuditEntry(owner, open)
  WHERE e.owner = $owner AND e.open = true AND e.number IS NULL
  RETURN count(e) AS under_way
}
CALL () {
  OPTIONAL MATCH (e:AuditEntry)
  USING INDEX e:AuditEntry(owner)
  WHERE e.owner = $owner AND e.number IS NULL AND e.open IS NULL
  RETURN e.id AS strange
  LIMIT 1
}
RETURN under_way, strange
