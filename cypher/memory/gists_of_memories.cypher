// Return the stored gists that new memories are compared with; null for a memory without one.
// A memory that states a fact with a newer value is left out, though more of it may hold. `now` is a value of its own,
// so that the index of a slot is entered where facts still hold, and not read from its beginning.
// mode: read
// params: owner, ids
// returns: id, gist
WITH datetime() AS now
MATCH (m:Memory)
USING INDEX m:Memory(id)
WHERE m.id IN $ids
WITH m, now WHERE m.owner = $owner
CALL (m, now) {
  MATCH (s:Entity)-[f:FACT]->(:Entity)
  USING INDEX f:FACT(owner, memory_id)
  WHERE f.owner = $owner AND f.memory_id = m.id AND f.slot IS NOT NULL
    AND f.valid_until <= now AND f.retracted_at > now
  WITH s, f, now LIMIT 5
  MATCH (s)-[g:FACT]->(:Entity)
  USING INDEX g:FACT(owner, slot, valid_until)
  WHERE g.owner = $owner AND g.slot = f.slot AND g.valid_until > now AND g.retracted_at > now
  WITH g LIMIT 1
  RETURN count(g) AS newer
}
WITH m, newer WHERE newer = 0
RETURN m.id AS id, m.gist AS gist
