// What the server is: its edition and version.
// mode: read
// params: nothing
// returns: edition, version
CALL dbms.components() YIELD name, versions, edition
WITH versions, edition WHERE name = 'Neo4j Kernel'
RETURN edition, versions[0] AS version
