// A block that was given to an agent, which it may tell about by its id. Unique, so that MERGE is safe under concurrency.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT block_id IF NOT EXISTS FOR (n:Block) REQUIRE n.id IS UNIQUE
