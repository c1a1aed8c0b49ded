// The timeline of an owner's memories.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_valid_from IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.valid_from)
