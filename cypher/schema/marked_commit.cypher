// Return the transaction that last committed at a place.
// It takes the place's lock first, so that a transaction whose connection was lost has ended by then.
// mode: write
// params: place
// returns: unit
MERGE (l:Lease {name: $place})
SET l.token = coalesce(l.token, 0) + 1
WITH l
RETURN l.holder AS unit
