// Remove the marks of a process that ends, and those of processes that died a day ago.
// mode: write
// params: places
// returns: nothing
MATCH (l:Lease)
USING INDEX l:Lease(name)
WHERE l.name STARTS WITH 'commit ' AND (l.name IN $places OR l.expires < datetime())
DELETE l
