// A request that its sender may repeat, with what it was answered; the id is a digest of the owner and the sender's key.
// Unique, so that MERGE is safe under concurrency.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT request_id IF NOT EXISTS FOR (n:Request) REQUIRE n.id IS UNIQUE
