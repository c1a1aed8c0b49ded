// Number an owner's entries that were begun hours ago and are not done: their process is gone.
// The caller holds the lock of the owner's node. `number` is the last number given.
// mode: write
// params: owner, hours
// returns: number
MATCH (e:AuditEntry)
USING INDEX e:AuditEntry(owner, open)
WHERE e.owner = $owner AND e.open = true AND e.number IS NULL
  AND e.at < datetime.realtime() - duration({hours: $hours})
WITH collect(e) AS cut
MATCH (o:Owner {key: $owner})
WITH o, cut, coalesce(o.audit_number, 0) AS number
SET o.audit_number = number + size(cut)
FOREACH (i IN range(0, size(cut) - 1) | FOREACH (e IN [cut[i]] | SET e.number = number + i + 1))
RETURN o.audit_number AS number
