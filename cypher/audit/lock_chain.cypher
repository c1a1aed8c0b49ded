// Lock an owner's node and return the end of the audit chain.
// The end is the last entry with a hash, and the last entry that was pruned. The statement locks by setting a constant:
// a value read before the lock may be old. Entries from before a new chain get the numbers up to zero.
// mode: write
// params: owner
// returns: sealed, head, dropped, dropped_hash
MATCH (o:Owner {key: $owner})
WHERE o.name IS NOT NULL
SET o.unsealed = true
WITH o
WHERE o.name IS NOT NULL
CALL (o) {
  WITH o WHERE o.audit_sealed IS NULL
  CALL () {
    MATCH (e:AuditEntry)
    USING INDEX e:AuditEntry(owner, at, id)
    WHERE e.owner = $owner AND e.id IS NOT NULL AND e.at IS NOT NULL AND e.number IS NULL AND e.open IS NULL
    WITH e
    ORDER BY e.owner, e.at, e.id
    RETURN collect(e) AS old
  }
  FOREACH (i IN range(0, size(old) - 1) | FOREACH (e IN [old[i]] | SET e.number = i + 1 - size(old)))
  SET o.audit_sealed = -size(old), o.audit_dropped = -size(old)
}
RETURN o.audit_sealed AS sealed, o.audit_head AS head, o.audit_dropped AS dropped,
       o.audit_dropped_hash AS dropped_hash
