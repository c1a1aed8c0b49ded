// Reinforce memories that were said again: stronger, met more often, and one more source each.
// `asleep` names those that sleep.
// mode: write
// params: owner, rows
// returns: reinforced, asleep
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})
WHERE m.owner = $owner
SET m.stability = row.stability, m.storage_strength = row.storage_strength, m.access_count = m.access_count + 1,
    m.last_accessed_at = row.at, m.used_at = row.at
WITH m, row
MATCH (d:Drawer {id: row.drawer})
WHERE d.owner = $owner
MERGE (m)-[:DERIVED_FROM]->(d)
RETURN count(m) AS reinforced, collect(DISTINCT CASE m.tier WHEN 'dormant' THEN m.id END) AS asleep
