// Finds entries that are old enough to go.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX audit_entry_at IF NOT EXISTS FOR (n:AuditEntry) ON (n.at)
