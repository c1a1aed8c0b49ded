// Model calls counted by source.
// Unique, so that MERGE is safe under concurrency.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT usage_id IF NOT EXISTS FOR (n:Usage) REQUIRE n.id IS UNIQUE
