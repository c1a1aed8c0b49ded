// Create or update edges between memories.
// A repeated edge is not doubled: the higher confidence stays, and a retracted edge becomes live again. The owner's
// counter holds the number of live edges; the caller has locked its node. A weak edge to a memory that already has
// `most` weak ones is left out: a memory related to everything tells nothing, and would be read to its end.
// mode: write
// params: owner, rows, now, forever, most
// returns: made, relations
CYPHER 25
UNWIND $rows AS row
MATCH (a:Memory {id: row.source})
WHERE a.owner = $owner
MATCH (b:Memory {id: row.target})
WHERE b.owner = $owner
  AND (NOT row.weak OR (COUNT { (a)-[:RELATED_TO|SAME_ENTITY|ELABORATES]-() } < $most
                        AND COUNT { (b)-[:RELATED_TO|SAME_ENTITY|ELABORATES]-() } < $most))
MERGE (a)-[e:$(row.type)]->(b)
ON CREATE SET e.confidence = row.confidence, e.detected_by = row.detected_by, e.grounds = row.grounds,
              e.valid_from = row.valid_from, e.valid_until = $forever, e.recorded_at = $now
WITH e, row, coalesce(e.retracted_at <= $now, true) AS made
SET e.retracted_at = $forever,
    e.detected_by = CASE WHEN row.confidence > e.confidence THEN row.detected_by ELSE e.detected_by END,
    e.grounds = coalesce(e.grounds, row.grounds),
    e.confidence = CASE WHEN row.confidence > e.confidence THEN row.confidence ELSE e.confidence END
WITH sum(CASE WHEN made THEN 1 ELSE 0 END) AS made
MATCH (o:Owner {key: $owner})
SET o.relations = coalesce(o.relations, 0) + made
RETURN made, o.relations AS relations
