// Finds drawers whose embedding failed, so that the backfill needs no scan.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX drawer_owner_embedded IF NOT EXISTS FOR (n:Drawer) ON (n.owner, n.embedded)
