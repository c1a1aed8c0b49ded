// Test whether the database works: a server may accept connections after its database has given up.
// mode: read
// params: nothing
// returns: one
RETURN 1 AS one
