// Synaptic capture looks for the tags of one session that still live.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_tag_session_expires_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.tag_session, n.tag_expires_at)
