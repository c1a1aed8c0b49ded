// The keeper of sessions finds those that idled out without scanning the ended ones.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX session_state_last_active_at IF NOT EXISTS FOR (n:Session) ON (n.state, n.last_active_at)
