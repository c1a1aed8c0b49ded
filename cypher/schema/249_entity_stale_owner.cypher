// Entities of which something was said or ended since they were summarised.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX entity_stale_owner IF NOT EXISTS FOR (n:Entity) ON (n.stale, n.owner)
