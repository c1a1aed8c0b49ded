// List the live memories that may enter an agent's standing context, the last used first.
// They have one of the categories or priorities, are used often, or are pinned, or were stated at work on `project`
// (null: none). None was stated at work on another project. Each kind comes from its own index in that order, so that
// the many memories of no kind are not read.
// mode: read
// params: owner, categories, priorities, project, now, limit
// returns: ids
CALL () {
  UNWIND $categories AS category
  UNWIND $priorities AS priority
  CALL (category, priority) {
    MATCH (m:Memory)
    USING INDEX m:Memory(owner, category, priority, last_accessed_at)
    WHERE m.owner = $owner AND m.category = category AND m.priority = priority AND m.last_accessed_at IS NOT NULL
      AND m.valid_until > $now AND m.retracted_at > $now AND m.tier <> 'dormant'
    RETURN m ORDER BY m.owner DESC, m.category DESC, m.priority DESC, m.last_accessed_at DESC LIMIT $limit
  }
  RETURN m
  UNION
  MATCH (m:Memory)
  USING INDEX m:Memory(owner, used_at)
  WHERE m.owner = $owner AND m.used_at IS NOT NULL
    AND m.valid_until > $now AND m.retracted_at > $now AND m.tier <> 'dormant'
  RETURN m ORDER BY m.owner DESC, m.used_at DESC LIMIT $limit
  UNION
  MATCH (m:Memory)
  USING INDEX m:Memory(owner, pinned, last_accessed_at)
  WHERE m.owner = $owner AND m.pinned = true AND m.last_accessed_at IS NOT NULL
    AND m.valid_until > $now AND m.retracted_at > $now AND m.tier <> 'dormant'
  RETURN m ORDER BY m.owner DESC, m.pinned DESC, m.last_accessed_at DESC LIMIT $limit
  UNION
  MATCH (m:Memory)
  USING INDEX m:Memory(owner, project, said_at)
  WHERE m.owner = $owner AND m.project = $project AND m.said_at IS NOT NULL
    AND m.valid_until > $now AND m.retracted_at > $now AND m.tier <> 'dormant'
  RETURN m ORDER BY m.owner DESC, m.project DESC, m.said_at DESC LIMIT $limit
}
WITH m WHERE $project IS NULL OR coalesce(m.project, $project) = $project
WITH m ORDER BY m.last_accessed_at DESC, m.id LIMIT $limit
RETURN collect(m.id) AS ids
