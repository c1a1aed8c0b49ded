// Create the node that a process locks while it changes the schema.
// Nothing makes it unique, since no constraint can come before it. Two nodes made at the same moment do no harm,
// because every process locks all of them.
// mode: write
// params: nothing
// returns: nothing
MERGE (:SchemaLock {name: 'schema'})
