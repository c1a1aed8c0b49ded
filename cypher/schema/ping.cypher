// Whether the database does anything at all: a server may still accept connections when its database has given up.
// mode: read
// params: nothing
// returns: one
RETURN 1 AS one
