// The server's own version, asked once at connect: an old one fails here with a clear error instead of later
// with a syntax error.
// mode: read
// params: nothing
// returns: version
CALL dbms.components() YIELD name, versions
WITH name, versions WHERE name = 'Neo4j Kernel'
UNWIND versions AS version
RETURN version
