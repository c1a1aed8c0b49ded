// What an owner's chain does not hold: how many entries of verbs that are under way, and the first that is of none and
// was never given a number. Nothing that graphmem writes is that.
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
