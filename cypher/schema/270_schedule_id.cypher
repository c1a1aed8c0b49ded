// When a kind of work is due for an owner; the id is a digest of both. Unique, so that MERGE is safe under concurrency.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT schedule_id IF NOT EXISTS FOR (n:Schedule) REQUIRE n.id IS UNIQUE
