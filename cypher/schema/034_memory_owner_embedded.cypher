// Finds memories whose embedding failed, so that the backfill needs no scan.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_embedded IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.embedded)
