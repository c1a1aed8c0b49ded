// List the owner's episodes that are believed now, the latest event first, after a cursor.
// mode: read
// params: owner, after_at, after_id, limit
// returns: memory
MATCH (e:Episode)
USING INDEX e:Episode(owner, valid_from, id)
WHERE e.owner = $owner AND e.valid_from <= coalesce($after_at, datetime('9999-12-31T00:00:00Z')) AND e.id IS NOT NULL
  AND ($after_at IS NULL OR e.valid_from < $after_at OR e.id < $after_id)
  AND e.retracted_at = datetime('9999-12-31T00:00:00Z')
RETURN e {.*, embedding: null} AS memory
ORDER BY e.owner DESC, e.valid_from DESC, e.id DESC
LIMIT $limit
