// Ends the facts that rest on a memory which another one replaced: at $until, where what was so changed, or our belief in
// them, where it never was so (null). A former version keeps the end that was believed before. What the newer memory names,
// too, it may say as well, and stays.
// mode: write
// params: owner, memory, newer, until, now, forever
// returns: ended
OPTIONAL MATCH (newer:Memory {id: $newer})
WHERE newer.owner = $owner
CALL (newer) {
  MATCH (s:Entity)-[f:FACT]->(o:Entity)
  USING INDEX f:FACT(owner, memory_id)
  WHERE f.owner = $owner AND f.memory_id = $memory AND f.retracted_at = $forever
    AND f.version_of IS NULL AND ($until IS NULL OR f.valid_until > $until)
    AND NOT EXISTS { (newer)-[:MENTIONS]->(o) }
  WITH s, o, f, $until IS NOT NULL AND f.valid_from < $until AS changed,
       CASE WHEN f.recorded_at < $now THEN $now ELSE f.recorded_at + duration({microseconds: 1}) END AS later
  FOREACH (_ IN CASE WHEN changed THEN [1] ELSE [] END |
    CREATE (s)-[former:FACT]->(o)
    SET former = properties(f), former.fact_id = f.fact_id + '<' + $newer, former.version_of = f.fact_id,
        former.slot = null, former.retracted_at = later, f.recorded_at = later
  )
  SET f.valid_until = CASE WHEN changed THEN $until ELSE f.valid_until END,
      f.retracted_at = CASE WHEN changed THEN f.retracted_at ELSE later END
  RETURN count(f) AS ended
}
RETURN ended
