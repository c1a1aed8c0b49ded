// List an owner's tombstones, the last set first, after a cursor, in index order.
// `every` includes lifted ones.
// mode: read
// params: owner, every, after_at, after_id, limit
// returns: tombstone, values
MATCH (t:Tombstone)
USING INDEX t:Tombstone(owner, at, id)
WHERE t.owner = $owner AND t.at <= coalesce($after_at, datetime('9999-12-31T00:00:00Z')) AND t.id IS NOT NULL
  AND ($after_at IS NULL OR t.at < $after_at OR t.id < $after_id) AND ($every OR t.standing)
WITH t ORDER BY t.owner DESC, t.at DESC, t.id DESC LIMIT $limit
RETURN properties(t) AS tombstone, COUNT { (t)-[:BARS]->() } AS values
