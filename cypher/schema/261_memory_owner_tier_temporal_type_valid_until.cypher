// What runs out, in the order in which it does.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_tier_temporal_type_valid_until IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.tier, n.temporal_type, n.valid_until, n.id)
