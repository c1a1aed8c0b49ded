// What was told later of the same matter at work on a project: of memories, and of turns by what was made of them, the
// live memories of the same project that were said after them and are linked to them, of what is related by the `rule` alone, at most
// `limit` of each, the last said first. Of each memory at most `reach` edges are read.
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
