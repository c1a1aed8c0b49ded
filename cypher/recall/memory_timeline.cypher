// List all memories of an entity, in the order of their start, with their replacements.
// A merged entity answers as the one it was merged into. Former texts of a memory are versions and not listed.
// mode: read
// params: owner, uri, known, after, before, limit
// returns: id, replaced_by
MATCH (asked:Entity {owner: $owner, uri: $uri})
OPTIONAL MATCH (asked)-[s:SAME_AS]->(into:Entity)
WHERE s.recorded_at <= $known AND s.retracted_at > $known
WITH coalesce(into, asked) AS e
LIMIT 1
OPTIONAL MATCH (o:Entity {owner: $owner})-[s:SAME_AS]->(e)
WHERE s.recorded_at <= $known AND s.retracted_at > $known
WITH e, collect(o) AS others
UNWIND [e] + others AS x
CALL (x) {
  MATCH (m:Memory)-[r:MENTIONS]->()
  USING INDEX r:MENTIONS(owner, uri, valid_from)
  WHERE r.owner = $owner AND r.uri = x.uri AND r.valid_from >= $after AND r.valid_from < $before
    AND m.recorded_at <= $known AND m.retracted_at > $known
  RETURN m ORDER BY r.owner, r.uri, r.valid_from LIMIT $limit
}
WITH DISTINCT m ORDER BY m.valid_from, m.id LIMIT $limit
RETURN m.id AS id,
       COLLECT { MATCH (n:Memory)-[r:SUPERSEDES]->(m) WHERE r.recorded_at <= $known AND r.retracted_at > $known
                 RETURN n.id LIMIT 1 } AS replaced_by
