// What nobody has used for longest.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_tier_last_accessed_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.tier, n.last_accessed_at, n.id)
