// What always matters, the last used first.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_category_priority_last_accessed_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.category, n.priority, n.last_accessed_at)
