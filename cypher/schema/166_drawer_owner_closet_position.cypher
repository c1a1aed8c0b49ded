// Pages through the drawers of a closet.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX drawer_owner_closet_position IF NOT EXISTS FOR (n:Drawer) ON (n.owner, n.closet_id, n.position)
