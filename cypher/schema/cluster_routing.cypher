// Return the routing table as the driver gets it, with its lifetime in seconds.
// mode: read
// params: database
// returns: ttl, servers
CALL dbms.routing.getRoutingTable({}, $database) YIELD ttl, servers
RETURN ttl, servers
