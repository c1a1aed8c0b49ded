// Finds an owner's hashes when they are erased.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX tombstone_key_owner IF NOT EXISTS FOR (n:TombstoneKey) ON (n.owner)
