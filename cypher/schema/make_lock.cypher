// The node that whoever changes the schema holds. Nothing makes it unique, since no constraint can come before it: two
// that are made at the same moment do no harm, for everyone holds all there are.
// mode: write
// params: nothing
// returns: nothing
MERGE (:SchemaLock {name: 'schema'})
