// List the owner's tombstones whose ids start with a typed prefix, a few for each.
// See memory/memories_starting.
// mode: read
// params: owner, starts, limit
// returns: start, id, text
UNWIND $starts AS start
CALL (start) {
  MATCH (t:Tombstone) USING INDEX t:Tombstone(id)
  WHERE t.id STARTS WITH start AND t.owner = $owner
  RETURN t.id AS id, t.reason AS text
  ORDER BY id
  LIMIT $limit
}
RETURN start, id, text
