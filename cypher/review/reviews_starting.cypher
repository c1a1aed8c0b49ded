// List the owner's open reviews whose ids start with a typed prefix, a few for each, with reasons.
// See memory/memories_starting.
// mode: read
// params: owner, starts, limit
// returns: start, id, text
UNWIND $starts AS start
CALL (start) {
  MATCH (r:Review) USING INDEX r:Review(id)
  WHERE r.id STARTS WITH start AND r.owner = $owner
  RETURN r.id AS id, r.reason AS text
  ORDER BY id
  LIMIT $limit
}
RETURN start, id, text
