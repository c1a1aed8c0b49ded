// The same for one type.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX entity_owner_type_mentions IF NOT EXISTS FOR (n:Entity) ON (n.owner, n.type, n.mentions, n.created_at)
