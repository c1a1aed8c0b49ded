// Return the causal chains of up to two edges from each seed, as of an instant.
// A detail (ELABORATES) is followed either way. Causes keep one direction: back to causes or forth to effects, never
// both.
// mode: read
// params: owner, seeds, directions, starts, ends, recorded, retracted, tiers, limit
// returns: seed, back, nodes, edges
CYPHER 25
UNWIND $seeds AS id
MATCH (s:Memory {id: id})
WITH s WHERE s.owner = $owner
UNWIND $directions AS back
MATCH (s) ((a)-[e:CAUSES|ELABORATES]-(b)
  WHERE (type(e) = 'ELABORATES' OR (startNode(e) = b) = back)
    AND e.valid_from <= $starts AND e.valid_until > $ends AND e.recorded_at <= $recorded AND e.retracted_at > $retracted
){1,2}
WHERE any(edge IN e WHERE type(edge) = 'CAUSES')
// Apart from the pattern: a planner that may begin at the other end reads all of the owner's memories.
WITH s, back, b, e
WHERE all(node IN b WHERE node.owner = $owner AND node.tier IN $tiers
                      AND node.valid_from <= $starts AND node.valid_until > $ends
                      AND node.recorded_at <= $recorded AND node.retracted_at > $retracted)
WITH s, back, b, e
ORDER BY size(e), reduce(sure = 1.0, edge IN e | sure * edge.confidence) DESC
LIMIT $limit
RETURN s.id AS seed, back, [node IN b | node.id] AS nodes,
       [edge IN e | [type(edge), startNode(edge).id, endNode(edge).id, edge.confidence]] AS edges
