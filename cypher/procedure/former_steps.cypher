// Return the former steps of each procedure, the oldest first, at most a hundred of each.
// mode: read
// params: owner, ids
// returns: memory, version, steps, success_count, failure_count, recorded_at, retracted_at
UNWIND $ids AS one
MATCH (m:Memory {id: one})
WHERE m.owner = $owner
CALL (m) {
  MATCH (v:Memory)-[:VERSION_OF]->(m)
  WHERE v.steps IS NOT NULL AND v.forgotten_at IS NULL
  RETURN v ORDER BY v.version DESC, v.recorded_at DESC LIMIT 100
}
RETURN m.id AS memory, v.version AS version, v.steps AS steps, coalesce(v.success_count, 0) AS success_count,
       coalesce(v.failure_count, 0) AS failure_count, v.recorded_at AS recorded_at, v.retracted_at AS retracted_at
ORDER BY memory, version, recorded_at
