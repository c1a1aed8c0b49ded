// An owner's tombstones, the last set first.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX tombstone_owner_at IF NOT EXISTS FOR (n:Tombstone) ON (n.owner, n.at, n.id)
