// Write the hashes of entries and the new end of the owner's chain.
// `more` says that later entries wait for the next call.
// mode: write
// params: owner, rows, sealed, head, more
// returns: nothing
MATCH (o:Owner {key: $owner})
SET o.audit_sealed = $sealed, o.audit_head = $head, o.unsealed = CASE WHEN $more THEN true END
WITH o
UNWIND $rows AS row
MATCH (e:AuditEntry {id: row.id})
WHERE e.owner = $owner
SET e.previous = row.previous, e.hash = row.hash
