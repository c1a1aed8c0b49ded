// Finds what is noted of an owner when they are erased.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX audit_entry_owner IF NOT EXISTS FOR (n:AuditEntry) ON (n.owner)
