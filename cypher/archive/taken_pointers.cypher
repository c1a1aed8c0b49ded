// Return which of these pointers cite a turn already.
// mode: read
// params: owner, pointers
// returns: pointer
UNWIND $pointers AS pointer
MATCH (d:Drawer {owner: $owner, pointer: pointer})
RETURN pointer
