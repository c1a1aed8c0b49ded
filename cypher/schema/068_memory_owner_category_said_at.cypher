// The same for the memories of one category.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_category_said_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.category, n.said_at, n.id)
