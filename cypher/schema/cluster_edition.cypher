// Return the edition and version of the server.
// mode: read
// params: nothing
// returns: edition, version
CALL dbms.components() YIELD name, versions, edition
WITH versions, edition WHERE name = 'Neo4j Kernel'
RETURN edition, versions[0] AS version
