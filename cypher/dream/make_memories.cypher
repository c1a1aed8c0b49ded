// Create the memories that a dream derives, with their tier and their sources.
// All sources must still say the text it was made from, and no other dream may have made it meanwhile. A derived memory
// has no vector: neither the gate nor a search by meaning meets it. `labels` maps a language to the label that selects
// the text index.
// mode: write
// params: owner, run, now, labels, rows
// returns: id
CYPHER 25
MATCH (r:DreamRun {id: $run})
WHERE r.owner = $owner AND r.state = 'running'
UNWIND $rows AS row
CALL (row) {
  UNWIND row.sources AS source
  MATCH (s:Memory {id: source.id})
  WHERE s.owner = $owner AND s.text = source.text AND s.valid_until > $now AND s.retracted_at > $now
  RETURN collect(s) AS sources
}
WITH r, row, sources
WHERE size(sources) = size(row.sources) AND NOT EXISTS { MATCH (known:Memory {id: row.properties.id}) }
MERGE (m:Memory {id: row.properties.id})
ON CREATE SET m = row.properties, m.owner = $owner, m:$($labels[row.properties.language])
MERGE (t:Tier {owner: $owner, name: row.properties.tier})
MERGE (m)-[spell:IN_TIER]->(t)
ON CREATE SET spell.since = row.properties.recorded_at, spell.reason = row.reason, spell.run = $run
CREATE (r)-[:CHANGED {owner: $owner, run: $run, number: r.number, place: row.place, at: $now, step: row.step,
                      rules: [row.rule], evidence: row.evidence, before: row.before, after: row.after}]->(m)
WITH m, sources
CALL (m, sources) {
  UNWIND sources AS source
  MERGE (m)-[:DERIVED_FROM]->(source)
}
RETURN m.id AS id
