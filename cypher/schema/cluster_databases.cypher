// Where copies of the databases are, and which of them takes writes. A cluster has a row a copy.
// mode: read
// params: nothing
// returns: name, address, role, writer, status
SHOW DATABASES YIELD name, address, role, writer, currentStatus
RETURN name, address, role, writer, currentStatus AS status
