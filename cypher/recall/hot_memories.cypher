// List the hot tier: often used, sure and valid memories, the most useful first.
// The tier is young, so the search covers the `reach` memories last used after `since`. Memories of work on projects
// other than `project` (null: any) are left out.
// mode: read
// params: owner, now, since, utility, access, sure, project, reach, limit
// returns: id
MATCH (m:Memory)
USING INDEX m:Memory(owner, used_at)
WHERE m.owner = $owner AND m.used_at > $since
WITH m ORDER BY m.owner DESC, m.used_at DESC LIMIT $reach
WHERE m.tier = 'semantic' AND m.utility >= $utility AND m.access_count >= $access AND m.source_confidence >= $sure
  AND m.recorded_at > $since AND m.valid_until > $now AND m.retracted_at > $now
  AND ($project IS NULL OR coalesce(m.project, $project) = $project)
RETURN m.id AS id
ORDER BY m.utility DESC, m.id
LIMIT $limit
