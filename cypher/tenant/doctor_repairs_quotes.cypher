// Takes from memories the place of their words, where nothing stands there: they are made anew of their words.
// mode: write
// params: limit
// returns: changed
MATCH (m:Memory)
WHERE m.quote_drawer IS NOT NULL AND NOT EXISTS {
  MATCH (m)-[:DERIVED_FROM]->(d:Drawer)
  WHERE d.id = m.quote_drawer AND 0 <= m.quote_start AND m.quote_start < m.quote_end AND m.quote_end <= size(d.text)
}
WITH m LIMIT $limit
REMOVE m.quote_drawer, m.quote_start, m.quote_end, m.quote_withheld
RETURN count(m) AS changed
