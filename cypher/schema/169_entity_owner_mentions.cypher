// Those named most often, of an owner with any number of entities.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX entity_owner_mentions IF NOT EXISTS FOR (n:Entity) ON (n.owner, n.mentions, n.created_at)
