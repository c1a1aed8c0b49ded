// Synaptic capture looks for the tagged memories of one session, not through all of an owner's.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_tag_session IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.tag_session)
