// Return the stored gists that new memories are compared with; null for a memory without one.
// A memory that states a fact with a newer value is left out, though more of it may hold.
// mode: read
// params: owner, ids
// returns: id, gist
MATCH (m:Memory)
USING INDEX m:Memory(id)
WHERE m.id IN $ids
WITH m WHERE m.owner = $owner AND NOT EXISTS {
  MATCH (s:Entity)-[f:FACT]->(:Entity)
  USING INDEX f:FACT(owner, memory_id)
  WHERE f.owner = $owner AND f.memory_id = m.id AND f.slot IS NOT NULL
    AND f.valid_until <= datetime() AND f.retracted_at > datetime()
  MATCH (s)-[g:FACT]->(:Entity)
  USING INDEX g:FACT(owner, slot, valid_until)
  WHERE g.owner = $owner AND g.slot = f.slot AND g.valid_until > datetime() AND g.retracted_at > datetime()
}
RETURN m.id AS id, m.gist AS gist
