// Blocks that nobody tells about any more are found by their age.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX block_made_at IF NOT EXISTS FOR (n:Block) ON (n.made_at)
