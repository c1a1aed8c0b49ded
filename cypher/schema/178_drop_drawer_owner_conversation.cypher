// The index with the order in it took its place.
// mode: schema
// params: nothing
// returns: nothing
DROP INDEX drawer_owner_conversation IF EXISTS
