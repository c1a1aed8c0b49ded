// Everything of an owner is found, counted and erased by this key.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX review_owner IF NOT EXISTS FOR (n:Review) ON (n.owner)
