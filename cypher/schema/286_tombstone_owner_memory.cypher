// Finds the tombstones of one memory, when a person restores it.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX tombstone_owner_memory IF NOT EXISTS FOR (n:Tombstone) ON (n.owner, n.memory)
