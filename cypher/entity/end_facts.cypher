// End the facts of memories that ended, in the same way: by their validity, or by our belief.
// A fact that would have no length is retracted. A former version keeps the end that was believed before. A fact
// retracted in this transaction gets the instant of its memory, so that restoring the memory finds it.
// mode: write
// params: owner, memories, now, forever
// returns: ended
UNWIND $memories AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
CALL (m) {
  MATCH (s:Entity)-[f:FACT]->(o:Entity)
  USING INDEX f:FACT(owner, memory_id)
  WHERE f.owner = $owner AND f.memory_id = m.id AND f.version_of IS NULL
    AND ((m.retracted_at < $forever AND (f.retracted_at = $forever OR f.retracted_at = $now))
         OR (f.retracted_at = $forever AND f.valid_until > m.valid_until))
  WITH s, o, f, m, m.retracted_at = $forever AND f.valid_from < m.valid_until AS changed,
       CASE WHEN m.retracted_at < $forever AND f.recorded_at < m.retracted_at THEN m.retracted_at
            WHEN f.recorded_at < $now THEN $now ELSE f.recorded_at + duration({microseconds: 1}) END AS later
  FOREACH (_ IN CASE WHEN changed AND f.recorded_at <> $now THEN [1] ELSE [] END |
    CREATE (s)-[former:FACT]->(o)
    SET former = properties(f), former.fact_id = f.fact_id + '<' + toString(m.valid_until),
        former.version_of = f.fact_id, former.slot = null, former.retracted_at = later, f.recorded_at = later
  )
  SET f.valid_until = CASE WHEN changed THEN m.valid_until ELSE f.valid_until END,
      f.retracted_at = CASE WHEN changed THEN f.retracted_at ELSE later END
  RETURN count(f) AS ended
}
RETURN sum(ended) AS ended
