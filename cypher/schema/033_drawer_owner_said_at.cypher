// Time-slice neighbours and as-of reading of verbatim turns.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX drawer_owner_said_at IF NOT EXISTS FOR (n:Drawer) ON (n.owner, n.said_at)
