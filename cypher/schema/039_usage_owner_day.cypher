// The cost report of an owner by day.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX usage_owner_day IF NOT EXISTS FOR (n:Usage) ON (n.owner, n.day)
