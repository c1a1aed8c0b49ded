// Finds the turns that a tombstone withholds, to bring them back.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX drawer_owner_withheld IF NOT EXISTS FOR (n:Drawer) ON (n.owner, n.withheld)
