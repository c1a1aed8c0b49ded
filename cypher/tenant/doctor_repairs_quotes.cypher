// Clear the quote position of memories where it points to nothing.
// Such memories are formed anew from the words of their turns.
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
