// The index with the order in it took its place.
// mode: schema
// params: nothing
// returns: nothing
DROP INDEX memory_owner_tier IF EXISTS
