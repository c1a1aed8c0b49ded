// A rebuild of an earlier release removed the summaries of entities, which counted as made ever after.
// mode: write
// params: limit
// returns: changed
MATCH (e:Entity)
WHERE e.summarised_at IS NOT NULL AND e.summary IS NULL
WITH e LIMIT $limit
SET e.summary = [], e.stale = CASE WHEN e.stale > 0 THEN e.stale ELSE 1 END
RETURN count(e) AS changed
