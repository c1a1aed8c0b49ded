// Return the server's version, once at connect.
// An old server fails here with a clear error, not later with a syntax error.
// mode: read
// params: nothing
// returns: version
CALL dbms.components() YIELD name, versions
WITH name, versions WHERE name = 'Neo4j Kernel'
UNWIND versions AS version
RETURN version
