// The same for the memories of one session.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_session_said_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.session, n.said_at, n.id)
