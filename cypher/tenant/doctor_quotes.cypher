// Find memories whose quoted words are in no source of theirs, or lie beyond its end.
// mode: read
// params: nothing
// returns: found, example
MATCH (m:Memory)
WHERE m.quote_drawer IS NOT NULL AND NOT EXISTS {
  MATCH (m)-[:DERIVED_FROM]->(d:Drawer)
  WHERE d.id = m.quote_drawer AND 0 <= m.quote_start AND m.quote_start < m.quote_end AND m.quote_end <= size(d.text)
}
RETURN count(m) AS found, min(m.id) AS example
