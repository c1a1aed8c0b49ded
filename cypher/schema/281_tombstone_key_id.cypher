// A keyed hash of a value that must not come back: what every write asks for.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT tombstone_key_id IF NOT EXISTS FOR (n:TombstoneKey) REQUIRE n.id IS UNIQUE
