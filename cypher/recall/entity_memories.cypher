// List the memories that name an entity or one merged into it, as of an instant, most useful first.
// Importance decides between equally useful ones. A popular entity gives the `reach` memories that began last before
// the instant.
// mode: read
// params: owner, uri, starts, ends, recorded, retracted, tiers, reach, limit
// returns: ids
MATCH (asked:Entity {owner: $owner, uri: $uri})
OPTIONAL MATCH (asked)-[s:SAME_AS]->(into:Entity)
WHERE s.recorded_at <= $recorded AND s.retracted_at > $retracted
WITH coalesce(into, asked) AS e
LIMIT 1
OPTIONAL MATCH (o:Entity {owner: $owner})-[s:SAME_AS]->(e)
WHERE s.recorded_at <= $recorded AND s.retracted_at > $retracted
WITH e, collect(o) AS others
UNWIND [e] + others AS x
CALL (x) {
  MATCH (m:Memory)-[r:MENTIONS]->()
  USING INDEX r:MENTIONS(owner, uri, valid_from)
  WHERE r.owner = $owner AND r.uri = x.uri AND r.valid_from <= $starts
  RETURN m ORDER BY r.owner DESC, r.uri DESC, r.valid_from DESC LIMIT $reach
}
WITH DISTINCT m
WHERE m.tier IN $tiers AND m.valid_until > $ends AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
WITH m ORDER BY m.utility DESC, m.importance DESC, m.said_at DESC, m.id LIMIT $limit
RETURN collect(m.id) AS ids
