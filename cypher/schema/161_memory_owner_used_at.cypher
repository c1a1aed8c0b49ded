// What was recalled, the last first; what never was is not in it.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_used_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.used_at)
