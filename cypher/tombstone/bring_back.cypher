// Undo `tombstone/withhold` for one tombstone.
// Its memories are believed for as long as they were, and its turns are found again once they are embedded. Facts that
// held but were replaced since stay ended. A memory that a dream made has no vector and gets none. A memory withheld
// before ends were kept (`believed_until`) is believed again. Whatever another standing tombstone also withholds stays
// withheld by that one.
// mode: write
// params: owner, tombstone, now
// returns: memories, turns
CYPHER 25
CALL () {
  MATCH (n:Memory {owner: $owner, tombstone: $tombstone})
  USING INDEX n:Memory(owner, tombstone)
  CALL (n) {
    UNWIND coalesce(n.further_tombstones, []) AS further
    MATCH (t:Tombstone {id: further})
    WHERE t.owner = $owner AND t.standing
    RETURN collect(t.id) AS others
  }
  FOREACH (_ IN others[..1] | SET n.tombstone = others[0], n.further_tombstones = others[1..])
  WITH n WHERE n.tombstone = $tombstone
  CALL (n) {
    MATCH (n)-[w:WITHHELD {kind: 'mention'}]->(e:Entity)
    CREATE (n)-[r:MENTIONS]->(e)
    SET r = properties(w),
        e.mentions = e.mentions + CASE WHEN EXISTS { (n)-[:VERSION_OF]->() } THEN 0 ELSE 1 END
    REMOVE r.kind, r.memory_id
    DELETE w
  }
  CALL (n) {
    MATCH (s)-[w:WITHHELD]->(o)
    USING INDEX w:WITHHELD(owner, memory_id)
    WHERE w.owner = $owner AND w.memory_id = n.id AND w.kind = 'fact'
    CREATE (s)-[f:FACT]->(o)
    SET f = properties(w),
        f.retracted_at = CASE
          WHEN w.held AND NOT EXISTS { MATCH (s)-[g:FACT]->() WHERE g <> f AND g.slot = w.slot AND g.retracted_at > $now
                                         AND g.valid_until > w.valid_from AND g.valid_from < w.valid_until }
          THEN datetime('9999-12-31T00:00:00Z') ELSE w.retracted_at END
    REMOVE f.kind, f.held
    DELETE w
  }
  CALL (n) {
    MATCH (n)-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]-(x:Memory)
    WHERE e.retracted_at = n.forgotten_at AND (x.retracted_at > $now OR x.tombstone = $tombstone)
    SET e.retracted_at = datetime('9999-12-31T00:00:00Z')
    RETURN count(e) AS edges
  }
  CALL (n) {
    OPTIONAL MATCH (n)-[:VERSION_OF]->(of:Memory)
    RETURN of LIMIT 1
  }
  WITH n, of, edges
  SET n.retracted_at = coalesce(n.believed_until,
                                CASE WHEN of IS NULL THEN datetime('9999-12-31T00:00:00Z') ELSE of.recorded_at END),
      n.embedded = CASE WHEN n.write_source = 'dream' THEN null ELSE false END
  REMOVE n.forgotten_at, n.tombstone, n.further_tombstones, n.believed_until
  WITH sum(edges) AS edges, count(CASE WHEN of IS NULL THEN 1 END) AS memories
  MATCH (o:Owner {key: $owner})
  SET o.relations = coalesce(o.relations, 0) + edges
  RETURN memories
}
CALL () {
  MATCH (d:Drawer {owner: $owner, withheld: $tombstone})
  CALL (d) {
    UNWIND coalesce(d.further_tombstones, []) AS further
    MATCH (t:Tombstone {id: further})
    WHERE t.owner = $owner AND t.standing
    RETURN collect(t.id) AS others
  }
  FOREACH (_ IN others[..1] | SET d.withheld = others[0], d.further_tombstones = others[1..])
  WITH d WHERE d.withheld = $tombstone
  SET d.embedded = false, d.ended_at = CASE WHEN d.ended_at > datetime('1970-01-01T00:00:00Z') THEN d.ended_at END
  REMOVE d.withheld, d.further_tombstones
  WITH d
  CALL (d) {
    MATCH (m:Memory)-[:DERIVED_FROM]->(d)
    WHERE m.quote_drawer = d.id
    REMOVE m.quote_withheld
  }
  RETURN count(d) AS turns
}
RETURN memories, turns
