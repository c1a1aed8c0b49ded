// Pass the facts of memories that end, or have just ended, to a live memory that states the same.
// `also` keeps the memories that stated a fact again. The fact takes the text of the memory that now grounds it.
// mode: write
// params: owner, memories, now, forever
// returns: passed
UNWIND $memories AS id
MATCH ()-[f:FACT]->()
USING INDEX f:FACT(owner, memory_id)
WHERE f.owner = $owner AND f.memory_id = id AND f.retracted_at = $forever AND f.version_of IS NULL AND f.also IS NOT NULL
CALL (f) {
  UNWIND f.also AS other
  MATCH (m:Memory {id: other})
  WHERE m.owner = $owner AND NOT other IN $memories AND m.retracted_at = $forever AND m.valid_until > $now
  RETURN m ORDER BY m.valid_until DESC, m.id LIMIT 1
}
SET f.memory_id = m.id, f.text = m.text, f.also = [other IN f.also WHERE other <> m.id] + id
RETURN count(f) AS passed
