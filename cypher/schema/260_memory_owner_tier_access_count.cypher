// What was used again and again of a tier: a dream looks there for what may climb.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_tier_access_count IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.tier, n.access_count, n.id)
