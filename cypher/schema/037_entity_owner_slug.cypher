// Resolution looks an entity up by its exact slug first.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX entity_owner_slug IF NOT EXISTS FOR (n:Entity) ON (n.owner, n.slug)
