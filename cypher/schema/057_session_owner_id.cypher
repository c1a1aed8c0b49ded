// A session's id is its owner's own: another owner may have the same, and neither learns of the other.
// Unique, so that MERGE is safe under concurrency.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT session_owner_id IF NOT EXISTS FOR (n:Session) REQUIRE (n.owner, n.id) IS UNIQUE
