// The steps that a procedure had before, the oldest first; a hundred of them at the most.
// mode: read
// params: owner, id
// returns: version, steps, success_count, failure_count, recorded_at, retracted_at
MATCH (m:Memory {id: $id})
WHERE m.owner = $owner
MATCH (v:Memory)-[:VERSION_OF]->(m)
WHERE v.steps IS NOT NULL AND v.forgotten_at IS NULL
WITH v ORDER BY v.version DESC, v.recorded_at DESC LIMIT 100
RETURN v.version AS version, v.steps AS steps, coalesce(v.success_count, 0) AS success_count,
       coalesce(v.failure_count, 0) AS failure_count, v.recorded_at AS recorded_at, v.retracted_at AS retracted_at
ORDER BY version, recorded_at
