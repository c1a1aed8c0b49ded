// Write-time synthesis: the memory goes on under its id with the new text, its former text stays as a version that was
// believed until now. The version keeps its vector, so that reading as known then finds it, and its sources.
// mode: write
// params: owner, rows
// returns: revised
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})-[:IN_TIER]->(t:Tier {owner: $owner})
WHERE m.owner = $owner AND m.tier = t.name
MERGE (v:Memory {id: row.version})
ON CREATE SET v = m {.*, id: row.version, retracted_at: row.now}
MERGE (v)-[spell:IN_TIER]->(t)
ON CREATE SET spell.since = row.now, spell.reason = 'version'
MERGE (v)-[:VERSION_OF]->(m)
WITH m, v, row
CALL (m, v) {
  MATCH (m)-[:DERIVED_FROM]->(d)
  MERGE (v)-[:DERIVED_FROM]->(d)
}
SET m.text = row.text, m.lesson = row.lesson, m.embedding = row.embedding, m.embedded = row.embedding IS NOT NULL,
    m.recorded_at = row.now, m.access_count = m.access_count + 1, m.last_accessed_at = row.now,
    m.versions = coalesce(m.versions, 0) + 1
WITH m, row
CALL (m, row) {
  UNWIND row.drawers AS drawer
  MATCH (d:Drawer {id: drawer})
  WHERE d.owner = $owner
  MERGE (m)-[:DERIVED_FROM]->(d)
}
RETURN count(m) AS revised
