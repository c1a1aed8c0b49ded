// Create memories with their tier and their source.
// MERGE on a digest of the source makes a repeated write harmless. `labels` maps a language to the label that selects
// the text index.
// mode: write
// params: owner, labels, memories
// returns: created
CYPHER 25
UNWIND $memories AS row
MERGE (m:Memory {id: row.properties.id})
ON CREATE SET m = row.properties, m.owner = $owner, m:$($labels[row.properties.language])
MERGE (t:Tier {owner: $owner, name: row.properties.tier})
MERGE (m)-[spell:IN_TIER]->(t)
ON CREATE SET spell.since = row.properties.recorded_at, spell.reason = 'born'
WITH m, row
CALL (m, row) {
  UNWIND row.drawers AS drawer
  MATCH (d:Drawer {id: drawer})
  WHERE d.owner = $owner
  MERGE (m)-[:DERIVED_FROM]->(d)
}
RETURN count(m) AS created
