// Gives edges of earlier releases what the indexes on MENTIONS are made of.
// mode: write
// params: limit
// returns: changed
MATCH (m:Memory)-[r:MENTIONS]->(e:Entity)
WHERE r.uri IS NULL
WITH m, r, e LIMIT $limit
SET r.owner = e.owner, r.uri = e.uri, r.said_at = m.said_at, r.valid_from = m.valid_from
RETURN count(r) AS changed
