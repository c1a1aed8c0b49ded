// What happened, in this order.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX episode_owner_valid_from IF NOT EXISTS FOR (n:Episode) ON (n.owner, n.valid_from, n.id)
