// Lists what was changed of an owner, the last first.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX audit_entry_owner_at IF NOT EXISTS FOR (n:AuditEntry) ON (n.owner, n.at, n.id)
