// Return the databases of an owner: the present one, the target of a move, and one to be cleared.
// `holder` holds the owner's lease, which lies in the first of several databases. `leaving` is the database that the
// owner has left and that is not cleared yet.
// mode: read
// params: owner
// returns: holder, moving_to, leaving
MATCH (p:Lease {name: 'place ' + $owner})
RETURN p.holder AS holder, p.moving_to AS moving_to, p.leaving AS leaving
