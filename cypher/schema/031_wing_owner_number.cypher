// Pages through an owner's wings in their stable order.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX wing_owner_number IF NOT EXISTS FOR (n:Wing) ON (n.owner, n.number)
