// The routing table as the driver gets it, for how many seconds it holds, and who is in it.
// mode: read
// params: database
// returns: ttl, servers
CALL dbms.routing.getRoutingTable({}, $database) YIELD ttl, servers
RETURN ttl, servers
