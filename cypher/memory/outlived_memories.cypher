// List believed memories recorded before an instant, the earliest statement first, after a cursor.
// They are of one category; a null category asks for all memories that derive from one source.
// mode: read
// params: owner, category, source, before, after_at, after_id, limit
// returns: memory
CALL () {
  WITH * WHERE $category IS NOT NULL
  MATCH (m:Memory)
  USING INDEX m:Memory(owner, category, said_at, id)
  WHERE m.owner = $owner AND m.category = $category AND m.said_at >= $after_at AND m.id IS NOT NULL
    AND (m.said_at > $after_at OR m.id > $after_id) AND m.recorded_at < $before
    AND m.retracted_at > datetime() AND NOT EXISTS { (m)-[:VERSION_OF]->() }
  RETURN m ORDER BY m.owner, m.category, m.said_at, m.id LIMIT $limit
  UNION
  WITH * WHERE $category IS NULL
  MATCH (m:Memory)
  USING INDEX m:Memory(owner, said_at, id)
  WHERE m.owner = $owner AND m.said_at >= $after_at AND m.id IS NOT NULL
    AND (m.said_at > $after_at OR m.id > $after_id) AND m.data_source = $source AND m.recorded_at < $before
    AND m.retracted_at > datetime() AND NOT EXISTS { (m)-[:VERSION_OF]->() }
  RETURN m ORDER BY m.owner, m.said_at, m.id LIMIT $limit
}
RETURN m {.*, embedding: null} AS memory
