// Removes up to $limit facts of one owner, before what they are about: an entity goes with all that hangs on it in one
// transaction, and of somebody of whom 100,000 facts are known that took more memory than a server has by default.
// mode: write
// params: owner, limit
// returns: removed
MATCH ()-[f:FACT]->()
USING INDEX f:FACT(owner, subject, valid_from)
WHERE f.owner = $owner AND f.subject IS NOT NULL AND f.valid_from IS NOT NULL
WITH f LIMIT $limit
DELETE f
RETURN count(*) AS removed
