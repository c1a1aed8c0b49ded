// Count an access of the returned memories, which makes them easier to recall again.
// Storage strength grows by the part that had been forgotten, and stability by a little. Pairs returned together are
// counted. Such a count halves in thirty days; a memory keeps its thirty-two strongest partners, without those below
// half a time. The marks of the last sixteen questions and the last day count the different questions and days on which
// a memory was shown. A row without a mark is no question. Rows come sorted by id, so that two answers at once take
// their locks in one order.
// mode: write
// params: owner, rows, pairs, now, question, day
// returns: touched
CALL () {
  UNWIND $rows AS row
  MATCH (m:Memory {id: row.id})
  // Behind a WITH: a planner that thinks an owner has few memories would read all of them.
  WITH m, row WHERE m.owner = $owner
  SET m.asked_days = coalesce(m.asked_days, 0) + CASE WHEN $question IS NULL OR m.asked_on = $day THEN 0 ELSE 1 END,
      m.asked_on = CASE WHEN $question IS NULL THEN m.asked_on ELSE $day END,
      m.questions = coalesce(m.questions, 0)
                    + CASE WHEN $question IS NULL OR $question IN coalesce(m.asked, []) THEN 0 ELSE 1 END,
      m.asked = CASE WHEN $question IS NULL OR $question IN coalesce(m.asked, []) THEN m.asked
                     ELSE coalesce(m.asked, [])[-15..] + [$question] END
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
  ON CREATE SET c.count = 0, c.owner = $owner, c.origin = a.id, c.last_at = $now
  SET c.count = 1 + c.count * 0.5 ^ (duration.inSeconds(c.last_at, $now).seconds / 2592000.0), c.last_at = $now
}
CALL () {
  UNWIND $pairs AS pair
  UNWIND pair AS id
  WITH DISTINCT id
  MATCH (m:Memory {id: id})
  WITH m WHERE m.owner = $owner
  CALL (m) {
    MATCH (m)-[c:COACTIVATED]-()
    WITH c LIMIT 500
    WITH c, c.count * 0.5 ^ (duration.inSeconds(c.last_at, $now).seconds / 2592000.0) AS times ORDER BY times DESC
    WITH collect(c) AS all, [times IN collect(times) WHERE times >= 0.5] AS lasting
    UNWIND all[CASE WHEN size(lasting) < 32 THEN size(lasting) ELSE 32 END..] AS gone
    DELETE gone
  }
}
RETURN touched
