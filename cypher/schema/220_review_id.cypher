// A pair of memories that a person or an agent is asked about; the id is a digest of the owner and both. Unique, so that
// MERGE is safe under concurrency.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT review_id IF NOT EXISTS FOR (n:Review) REQUIRE n.id IS UNIQUE
