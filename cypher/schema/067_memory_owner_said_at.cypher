// Pages through an owner's memories, the latest first; the id decides between those of one moment.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_said_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.said_at, n.id)
