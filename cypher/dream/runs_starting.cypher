// List the owner's dreams whose ids start with a typed prefix, a few for each, with a summary.
// mode: read
// params: owner, starts, limit
// returns: start, id, text
UNWIND $starts AS start
CALL (start) {
  MATCH (r:DreamRun) USING INDEX r:DreamRun(id)
  WHERE r.id STARTS WITH start AND r.owner = $owner
  RETURN r.id AS id, 'dream ' + toString(r.number) AS text
  ORDER BY id
  LIMIT $limit
}
RETURN start, id, text
