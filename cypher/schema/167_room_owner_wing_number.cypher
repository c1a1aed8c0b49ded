// Pages through the rooms of a wing.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX room_owner_wing_number IF NOT EXISTS FOR (n:Room) ON (n.owner, n.wing_id, n.number)
