// One atomic, derived statement.
// Unique, so that MERGE is safe under concurrency.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT memory_id IF NOT EXISTS FOR (n:Memory) REQUIRE n.id IS UNIQUE
