// Where an owner's memory is, of several databases: the one that holds the owner's lease in the first of them, the one
// that it moves to, and the one that it has left and that is not cleared yet.
// mode: read
// params: owner
// returns: holder, moving_to, leaving
MATCH (p:Lease {name: 'place ' + $owner})
RETURN p.holder AS holder, p.moving_to AS moving_to, p.leaving AS leaving
