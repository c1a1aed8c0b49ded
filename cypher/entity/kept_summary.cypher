// The summary of an entity as it was kept last: its memories in order, those that still hold, and whether it is behind,
// as it is when one of them holds no longer or is gone, or more is known of what was merged into it.
// mode: read
// params: owner, uri, now
// returns: summarised_at, lines, stale
MATCH (asked:Entity {owner: $owner, uri: $uri})
OPTIONAL MATCH (asked)-[s:SAME_AS]->(into:Entity)
WHERE s.retracted_at > $now
WITH coalesce(into, asked) AS e
LIMIT 1
CALL (e) {
  UNWIND range(0, size(coalesce(e.summary, [])) - 1) AS place
  MATCH (m:Memory {id: e.summary[place]})
  WHERE m.owner = $owner AND m.retracted_at > $now AND m.valid_until > $now
  WITH m, place ORDER BY place
  RETURN collect({memory: m.id, text: m.text, since: m.valid_from, data_source: m.data_source,
                  pointer: COLLECT { MATCH (m)-[:DERIVED_FROM]->(d:Drawer) WHERE d.withheld IS NULL
                                     RETURN d.pointer ORDER BY d.pointer LIMIT 1 }[0]
                 }) AS lines
}
CALL (e) {
  OPTIONAL MATCH (o:Entity)-[s:SAME_AS]->(e)
  WHERE o.owner = $owner AND s.retracted_at > $now
  RETURN sum(coalesce(o.stale, 0)) AS others
}
RETURN e.summarised_at AS summarised_at, lines,
       CASE WHEN size(lines) < size(coalesce(e.summary, [])) THEN 1 ELSE coalesce(e.stale, 1) + others END AS stale
