// Keeps which memories summarise entities; what changed meanwhile stays to be looked at. No words of them are kept here, so
// that what is deleted or forgotten is in no summary. That of one who was merged into another is the other's.
// mode: write
// params: owner, rows, now
// returns: kept
UNWIND $rows AS row
MATCH (e:Entity {owner: $owner, uri: row.uri})
CALL (e) {
  OPTIONAL MATCH (e)-[s:SAME_AS]->(into:Entity)
  WHERE s.retracted_at > $now
  RETURN coalesce(into, e) AS whose LIMIT 1
}
SET whose.summary = row.memories, whose.summarised_at = $now,
    e.stale = CASE WHEN coalesce(e.stale, 0) > row.stale THEN e.stale - row.stale ELSE 0 END
RETURN count(e) AS kept
