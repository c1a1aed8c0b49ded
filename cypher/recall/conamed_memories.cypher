// List the memories that name the same entities as others, as of an instant.
// It is one step of a breadth-first search over shared entities. Each memory gives its `entities` rarest entities, and
// each of those its `reach` last memories by an index, however popular it is. A merged entity counts as the one it was
// merged into.
// mode: read
// params: owner, seeds, starts, ends, recorded, retracted, tiers, entities, reach, limit
// returns: seed, id, name, mentions
UNWIND $seeds AS seed
MATCH (s:Memory {id: seed})
WITH s WHERE s.owner = $owner
CALL (s) {
  MATCH (s)-[:MENTIONS]->(named:Entity)
  WHERE named.owner = $owner
  WITH s, named ORDER BY named.mentions, named.uri LIMIT $entities
  OPTIONAL MATCH (named)-[merged:SAME_AS]->(into:Entity)
  WHERE merged.recorded_at <= $recorded AND merged.retracted_at > $retracted
  WITH DISTINCT s, coalesce(into, named) AS e
  OPTIONAL MATCH (e)<-[other:SAME_AS]-(o:Entity {owner: $owner})
  WHERE other.recorded_at <= $recorded AND other.retracted_at > $retracted
  WITH s, e, [e] + collect(o) AS all
  WITH s, e, all, reduce(named = 0, x IN all | named + coalesce(x.mentions, 0)) AS mentions
  UNWIND all AS x
  CALL (x) {
    MATCH (m:Memory)-[r:MENTIONS]->()
    USING INDEX r:MENTIONS(owner, uri, valid_from)
    WHERE r.owner = $owner AND r.uri = x.uri AND r.valid_from <= $starts
    RETURN m ORDER BY r.owner DESC, r.uri DESC, r.valid_from DESC LIMIT $reach
  }
  WITH DISTINCT s, e, mentions, m
  WHERE m <> s AND m.tier IN $tiers AND m.valid_until > $ends
    AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
  RETURN m, e, mentions
  ORDER BY mentions, m.importance DESC, m.id
  LIMIT $limit
}
RETURN s.id AS seed, m.id AS id, e.name AS name, mentions
