// An owner's blocks from the latest back: only so many are kept.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX block_owner_made_at IF NOT EXISTS FOR (n:Block) ON (n.owner, n.made_at)
