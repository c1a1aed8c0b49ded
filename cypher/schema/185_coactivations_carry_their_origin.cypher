// Gives pairs of earlier releases what the index on COACTIVATED is made of.
// mode: write
// params: limit
// returns: changed
MATCH (a:Memory)-[c:COACTIVATED]->(:Memory)
WHERE c.origin IS NULL
WITH a, c LIMIT $limit
SET c.owner = a.owner, c.origin = a.id
RETURN count(c) AS changed
