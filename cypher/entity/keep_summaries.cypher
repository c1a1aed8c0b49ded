// Keeps which memories summarise entities; what changed meanwhile stays to be looked at. No words of them are kept here, so
// that what is deleted or forgotten is in no summary.
// mode: write
// params: owner, rows, now
// returns: kept
UNWIND $rows AS row
MATCH (e:Entity {owner: $owner, uri: row.uri})
SET e.summary = row.memories, e.summarised_at = $now,
    e.stale = CASE WHEN coalesce(e.stale, 0) > row.stale THEN e.stale - row.stale ELSE 0 END
RETURN count(e) AS kept
