// Everything of an owner is found, counted and erased by this key.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX wing_owner IF NOT EXISTS FOR (n:Wing) ON (n.owner)
