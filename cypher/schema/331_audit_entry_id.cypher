// Each mutation is noted once.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT audit_entry_id IF NOT EXISTS FOR (n:AuditEntry) REQUIRE n.id IS UNIQUE
