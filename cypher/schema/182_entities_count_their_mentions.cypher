// Counts for entities of earlier releases how many memories name them, former texts left out.
// mode: write
// params: limit
// returns: changed
MATCH (e:Entity)
WHERE e.mentions IS NULL
WITH e LIMIT $limit
SET e.mentions = COUNT { MATCH (e)<-[:MENTIONS]-(m:Memory) WHERE NOT EXISTS { (m)-[:VERSION_OF]->() } }
RETURN count(e) AS changed
