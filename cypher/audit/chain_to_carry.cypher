// Return the end of the audit chain of an owner who moves to another database.
// mode: read
// params: owner
// returns: chain
MATCH (o:Owner {key: $owner})
RETURN o {.audit_number, .audit_sealed, .audit_head, .audit_dropped, .audit_dropped_hash, .unsealed} AS chain
