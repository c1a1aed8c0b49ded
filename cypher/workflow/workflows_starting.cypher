// List the owner's workflows whose ids start with a typed prefix, a few for each.
// See memory/memories_starting.
// mode: read
// params: owner, starts, limit
// returns: start, id, text
UNWIND $starts AS start
CALL (start) {
  MATCH (w:Workflow) USING INDEX w:Workflow(id)
  WHERE w.id STARTS WITH start AND w.owner = $owner
  RETURN w.id AS id, w.name AS text
  ORDER BY id
  LIMIT $limit
}
RETURN start, id, text
