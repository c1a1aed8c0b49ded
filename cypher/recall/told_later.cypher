// List later memories of the same matter in a project, for memories and for turns by their memories.
// They are live, said after them, of the same project and linked to them: at most `limit` of each, the last said first.
// Of RELATED_TO edges only those of the `rule` count. Each memory gives at most `reach` edges.
// mode: read
// params: owner, memories, turns, project, rule, now, tiers, reach, limit
// returns: key, id
CYPHER 25
CALL () {
  UNWIND $memories AS key
  MATCH (a:Memory {id: key})
  RETURN key, a
  UNION
  UNWIND $turns AS key
  MATCH (:Drawer {id: key})<-[:DERIVED_FROM]-(a:Memory)
  RETURN key, a
}
WITH key, a WHERE a.owner = $owner AND a.project = $project
CALL (a) {
  MATCH (a)-[e:SUPERSEDES|CONTRADICTS|ELABORATES|RELATED_TO]-(b:Memory)
  WITH a, e, b LIMIT $reach
  WHERE (type(e) <> 'RELATED_TO' OR e.detected_by = $rule)
    AND e.recorded_at <= $now AND e.retracted_at > $now
    AND b.owner = $owner AND b.project = $project AND b.said_at > a.said_at AND b.tier IN $tiers
    AND b.recorded_at <= $now AND b.retracted_at > $now AND b.valid_until > $now
  RETURN DISTINCT b ORDER BY b.said_at DESC, b.id LIMIT $limit
}
RETURN DISTINCT key, b.id AS id
