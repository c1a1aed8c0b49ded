// Everything of an owner is found, counted and erased by this key.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX schedule_owner IF NOT EXISTS FOR (n:Schedule) ON (n.owner)
