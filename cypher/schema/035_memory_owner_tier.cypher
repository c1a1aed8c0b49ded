// Tier counts, the hot tier and the dream's passes over one tier.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_tier IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.tier)
