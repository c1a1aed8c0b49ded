// The same for the memories of one tier.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_tier_said_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.tier, n.said_at, n.id)
