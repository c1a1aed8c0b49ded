// A topic within a room.
// Unique, so that MERGE is safe under concurrency.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT closet_id IF NOT EXISTS FOR (n:Closet) REQUIRE n.id IS UNIQUE
