// Remove up to $limit entries of an owner that are older than $days, from the start of the chain.
// The owner's node keeps the number and the hash of the last removed entry, so that the rest can be verified from
// there. The statement locks the owner's node first.
// mode: write
// params: owner, days, limit
// returns: removed
MATCH (o:Owner {key: $owner})
SET o.unsealed = true
WITH o
CALL () {
  MATCH (e:AuditEntry)
  USING INDEX e:AuditEntry(owner, number, id)
  WHERE e.owner = $owner AND e.number IS NOT NULL AND e.id IS NOT NULL
  WITH e
  ORDER BY e.owner, e.number, e.id
  LIMIT $limit
  RETURN collect(e) AS oldest
}
WITH o, oldest,
     head([i IN range(0, size(oldest) - 1)
           WHERE oldest[i].hash IS NULL OR oldest[i].at >= datetime.realtime() - duration({days: $days}) | i]) AS stop
WITH o, oldest[..coalesce(stop, size(oldest))] AS gone
WITH o, gone, last(gone).number AS number, last(gone).hash AS hash
WHERE size(gone) > 0
SET o.audit_dropped = number, o.audit_dropped_hash = hash
FOREACH (e IN gone | DELETE e)
RETURN size(gone) AS removed
