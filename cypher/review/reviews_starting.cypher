// The owner's open questions whose ids start with what somebody typed, a few for each start, with why they are asked. See
// memory/memories_starting.
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
