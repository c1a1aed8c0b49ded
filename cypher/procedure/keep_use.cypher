// Record the outcome of one use of a procedure's version, beside the procedure's memory.
// MERGE on a digest makes a repeated write harmless.
// mode: write
// params: owner, id, memory, version, success, step, project, tools, counted, now
// returns: id
MATCH (m:Memory {id: $memory})
WHERE m.owner = $owner
MERGE (o:Outcome {id: $id})
ON CREATE SET o.owner = $owner, o.procedure = $memory, o.version = $version, o.success = $success, o.step = $step,
              o.project = $project, o.tools = $tools, o.counted = $counted, o.at = $now
MERGE (o)-[:OUTCOME_OF]->(m)
RETURN o.id AS id
