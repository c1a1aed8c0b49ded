// Undoes what `tombstone/withhold` did for one tombstone: its memories are believed from when they were first, its turns are
// found again once they are embedded. Facts of which another has taken the place stay ended. How many of each.
// mode: write
// params: owner, tombstone, now
// returns: memories, turns
CALL () {
  MATCH (m:Memory {owner: $owner, tombstone: $tombstone})
  CALL (m) {
    MATCH (s)-[f:FACT]->()
    USING INDEX f:FACT(owner, memory_id)
    WHERE f.owner = $owner AND f.memory_id = m.id AND f.retracted_at = f.recorded_at + duration({microseconds: 1})
      AND NOT EXISTS { MATCH (s)-[g:FACT]->() WHERE g <> f AND g.slot = f.slot AND g.retracted_at > $now AND g.valid_until > f.valid_from }
    SET f.retracted_at = datetime('9999-12-31T00:00:00Z')
  }
  CALL (m) {
    MATCH (m)-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]-(x:Memory)
    WHERE e.retracted_at = m.forgotten_at AND x.retracted_at > $now
    SET e.retracted_at = datetime('9999-12-31T00:00:00Z')
    RETURN count(e) AS edges
  }
  CALL (m) {
    MATCH (m)-[:MENTIONS]->(e:Entity)
    SET e.stale = coalesce(e.stale, 0) + 1
  }
  CALL (m) {
    OPTIONAL MATCH (m)-[:VERSION_OF]->(of:Memory)
    RETURN of
  }
  SET m.retracted_at = CASE WHEN of IS NULL THEN datetime('9999-12-31T00:00:00Z') ELSE of.recorded_at END,
      m.embedded = false
  REMOVE m.forgotten_at, m.tombstone
  WITH sum(edges) AS edges, count(CASE WHEN of IS NULL THEN 1 END) AS memories
  MATCH (o:Owner {key: $owner})
  SET o.relations = coalesce(o.relations, 0) + edges
  RETURN memories
}
CALL () {
  MATCH (d:Drawer {owner: $owner, withheld: $tombstone})
  SET d.embedded = false, d.ended_at = CASE WHEN d.ended_at > datetime('1970-01-01T00:00:00Z') THEN d.ended_at END
  REMOVE d.withheld
  RETURN count(d) AS turns
}
RETURN memories, turns
