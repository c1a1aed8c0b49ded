// Removes an index that no longer is what the migration of its name makes, or whose vectors have another width.
// mode: schema
// params: index
// returns: nothing
DROP INDEX $index IF EXISTS
