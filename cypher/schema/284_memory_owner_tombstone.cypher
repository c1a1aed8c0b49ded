// Finds what a tombstone withholds, to bring it back.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_tombstone IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.tombstone)
