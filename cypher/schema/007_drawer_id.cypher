// One verbatim turn. The id is a digest of what was said, so filing it twice MERGEs.
// Unique, so that MERGE is safe under concurrency.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT drawer_id IF NOT EXISTS FOR (n:Drawer) REQUIRE n.id IS UNIQUE
