// Takes the write locks of the nodes that `make_lock` made, in one order for everyone, and has them until its
// transaction ends. Runs after that node is committed: a lock on a node that nobody else can see keeps nobody out.
// mode: write
// params: nothing
// returns: nothing
MATCH (l:SchemaLock)
WITH l ORDER BY elementId(l)
SET l.held = true
