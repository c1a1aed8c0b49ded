// Everything of an owner is found, counted and erased by this key.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX block_owner IF NOT EXISTS FOR (n:Block) ON (n.owner)
