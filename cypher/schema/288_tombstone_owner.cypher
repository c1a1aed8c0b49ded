// Finds an owner's tombstones when they are erased.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX tombstone_owner IF NOT EXISTS FOR (n:Tombstone) ON (n.owner)
