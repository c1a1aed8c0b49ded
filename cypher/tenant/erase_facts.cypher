// Remove up to $limit facts of one owner, before the entities at their ends.
// An entity goes with all its edges in one transaction. For a person with 100,000 facts that took more memory than a
// server has by default.
// mode: write
// params: owner, limit
// returns: removed
MATCH ()-[f:FACT]->()
USING INDEX f:FACT(owner, subject, valid_from)
WHERE f.owner = $owner AND f.subject IS NOT NULL AND f.valid_from IS NOT NULL
WITH f LIMIT $limit
DELETE f
RETURN count(*) AS removed
