// Gives entries of an owner that were begun hours ago and are not done a number of the chain: their process is gone. The
// owner's node is locked by who asks. Returned is the number given last.
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
