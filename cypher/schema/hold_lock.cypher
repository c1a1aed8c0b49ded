// Take the write locks of the `make_lock` nodes, in one order for everyone.
// They hold until the transaction ends. It runs after that node is committed: a lock on a node that nobody else can see
// keeps nobody out.
// mode: write
// params: nothing
// returns: nothing
MATCH (l:SchemaLock)
WITH l ORDER BY elementId(l)
SET l.held = true
