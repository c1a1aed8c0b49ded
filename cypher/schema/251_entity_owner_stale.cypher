// The same of one owner.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX entity_owner_stale IF NOT EXISTS FOR (n:Entity) ON (n.owner, n.stale)
