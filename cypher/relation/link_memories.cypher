// Edges between memories. A repeated edge is not doubled: the higher confidence stays.
// mode: write
// params: owner, rows, now, forever
// returns: linked
CYPHER 25
UNWIND $rows AS row
MATCH (a:Memory {id: row.source})
WHERE a.owner = $owner
MATCH (b:Memory {id: row.target})
WHERE b.owner = $owner
MERGE (a)-[e:$(row.type)]->(b)
ON CREATE SET e.confidence = row.confidence, e.detected_by = row.detected_by, e.valid_from = row.valid_from,
              e.valid_until = $forever, e.recorded_at = $now, e.retracted_at = $forever
ON MATCH SET e.detected_by = CASE WHEN row.confidence > e.confidence THEN row.detected_by ELSE e.detected_by END,
             e.confidence = CASE WHEN row.confidence > e.confidence THEN row.confidence ELSE e.confidence END,
             e.retracted_at = $forever
RETURN count(e) AS linked
