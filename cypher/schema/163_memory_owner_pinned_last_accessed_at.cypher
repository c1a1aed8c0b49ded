// What is pinned, the last used first.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_pinned_last_accessed_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.pinned, n.last_accessed_at)
