// List the copies of the databases, with the one that takes writes. A cluster has a row for each copy.
// mode: read
// params: nothing
// returns: name, address, role, writer, status
SHOW DATABASES YIELD name, address, role, writer, currentStatus
RETURN name, address, role, writer, currentStatus AS status
