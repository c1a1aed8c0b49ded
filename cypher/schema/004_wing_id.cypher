// A person, project, topic or agent of the palace.
// Unique, so that MERGE is safe under concurrency.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT wing_id IF NOT EXISTS FOR (n:Wing) REQUIRE n.id IS UNIQUE
