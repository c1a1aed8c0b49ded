// List the owner's jobs whose ids start with a typed prefix, a few for each, with their kinds.
// See memory/memories_starting.
// mode: read
// params: owner, starts, limit
// returns: start, id, text
UNWIND $starts AS start
CALL (start) {
  MATCH (j:Job) USING INDEX j:Job(id)
  WHERE j.id STARTS WITH start AND j.owner = $owner
  RETURN j.id AS id, j.kind AS text
  ORDER BY id
  LIMIT $limit
}
RETURN start, id, text
