// What memories are weighed by among others, as it is kept with them; null for one of which it is not. Left out are those
// that state a fact which has another value since, though more of them may hold.
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
