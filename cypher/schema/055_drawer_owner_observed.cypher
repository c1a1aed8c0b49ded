// Turns that were filed and have not been through the write path yet.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX drawer_owner_observed IF NOT EXISTS FOR (n:Drawer) ON (n.owner, n.observed)
