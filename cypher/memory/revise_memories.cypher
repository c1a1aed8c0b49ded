// Write a new text into memories that keep their ids (write-time synthesis).
// A version keeps the former text by now. `asleep` names those that sleep.
// mode: write
// params: owner, rows
// returns: revised, asleep
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})
WHERE m.owner = $owner
SET m += row.quote, m.text = row.text, m.gist = null, m.lesson = row.lesson, m.embedding = row.embedding, m.embedded = row.embedding IS NOT NULL,
    m.recurrence = coalesce(row.recurrence, m.recurrence),
    m.valid_until = CASE WHEN row.valid_until > m.valid_from THEN row.valid_until ELSE m.valid_until END,
    m.temporal_type = CASE WHEN row.recurrence IS NOT NULL THEN 'recurring'
                           WHEN row.valid_until > m.valid_from THEN 'time_bounded' ELSE m.temporal_type END,
    m.access_count = m.access_count + 1, m.last_accessed_at = row.now, m.used_at = row.now
WITH m, row
CALL (m, row) {
  UNWIND row.drawers AS drawer
  MATCH (d:Drawer {id: drawer})
  WHERE d.owner = $owner
  MERGE (m)-[:DERIVED_FROM]->(d)
}
RETURN count(m) AS revised, collect(DISTINCT CASE m.tier WHEN 'dormant' THEN m.id END) AS asleep
