// After an answer: what was returned is easier to recall again. Storage strength grows by what had been forgotten, the
// stability by a little, and the pairs that were returned together are counted. Rows come sorted by id, so that two
// answers at once take their locks in one order.
// mode: write
// params: owner, rows, pairs, now
// returns: touched
CALL () {
  UNWIND $rows AS row
  MATCH (m:Memory {id: row.id})
  // Behind a WITH: a planner that thinks an owner has few memories would read all of them.
  WITH m, row WHERE m.owner = $owner
  SET m.access_count = m.access_count + 1, m.last_accessed_at = $now, m.used_at = $now,
      m.stability = CASE WHEN m.stability * row.factor > row.longest THEN m.stability ELSE m.stability * row.factor END,
      m.storage_strength = CASE WHEN m.storage_strength + row.gain > row.most THEN row.most
                                ELSE m.storage_strength + row.gain END
  RETURN count(m) AS touched
}
CALL () {
  UNWIND $pairs AS pair
  MATCH (a:Memory {id: pair[0]})
  MATCH (b:Memory {id: pair[1]})
  WITH a, b WHERE a.owner = $owner AND b.owner = $owner
  MERGE (a)-[c:COACTIVATED]->(b)
  ON CREATE SET c.count = 0, c.owner = $owner, c.origin = a.id
  SET c.count = c.count + 1, c.last_at = $now
}
RETURN touched
