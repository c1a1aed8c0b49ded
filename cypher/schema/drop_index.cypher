// Drop an index whose vectors have another width, or that a constraint of its name left behind.
// mode: schema
// params: index
// returns: nothing
DROP INDEX $index IF EXISTS
