// One consolidation run and what it changed.
// Unique, so that MERGE is safe under concurrency.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT dream_run_id IF NOT EXISTS FOR (n:DreamRun) REQUIRE n.id IS UNIQUE
