// The latest sessions of an owner.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX session_owner_last_active_at IF NOT EXISTS FOR (n:Session) ON (n.owner, n.last_active_at)
