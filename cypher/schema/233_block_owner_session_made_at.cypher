// What a session was shown, from the latest back: it is not shown again.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX block_owner_session_made_at IF NOT EXISTS FOR (n:Block) ON (n.owner, n.session, n.made_at)
