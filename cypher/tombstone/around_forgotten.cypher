// Find memories and turns that may repeat memories about to be forgotten.
// These are memories near one, of its turns, or that elaborate it, and turns near it or right after its own. The reader
// decides which repeat it.
// mode: read
// params: owner, ids, vectors, now, reach, limit
// returns: near, said
CYPHER 25
CALL () {
  CALL () {
    UNWIND $vectors AS vector
    MATCH (m:Memory)
    SEARCH m IN (
      VECTOR INDEX memory_embedding
      FOR vector
      WHERE m.owner = $owner AND m.retracted_at > $now
      LIMIT $reach
    )
    RETURN m
    UNION
    UNWIND $ids AS id
    MATCH (x:Memory {id: id})
    WHERE x.owner = $owner
    MATCH (x)-[:DERIVED_FROM]->(d:Drawer)
    WITH d LIMIT 200
    MATCH (d)<-[:DERIVED_FROM]-(m:Memory)
    RETURN m
    UNION
    UNWIND $ids AS id
    MATCH (x:Memory {id: id})
    WHERE x.owner = $owner
    MATCH (x)<-[:ELABORATES]-(m:Memory)
    RETURN m LIMIT 100
  }
  WITH DISTINCT m
  WHERE m.owner = $owner AND m.retracted_at > $now AND NOT m.id IN $ids
  RETURN collect({id: m.id, text: m.text, language: m.language, data_source: m.data_source,
                  facts: COLLECT { MATCH (s:Entity)-[f:FACT]->(x:Entity) USING INDEX f:FACT(owner, memory_id)
                                   WHERE f.owner = $owner AND f.memory_id = m.id
                                   RETURN [s.uri, f.predicate, x.uri, coalesce(f.slot = f.subject + ' ' + f.predicate, false)] }}) AS near
}
CALL () {
  CALL () {
    UNWIND $vectors AS vector
    MATCH (d:Drawer)
    SEARCH d IN (
      VECTOR INDEX drawer_embedding
      FOR vector
      WHERE d.owner = $owner
      LIMIT $limit
    )
    RETURN d
    UNION
    UNWIND $ids AS id
    MATCH (x:Memory {id: id})
    WHERE x.owner = $owner
    MATCH (x)-[:DERIVED_FROM]->(s:Drawer)
    WITH s LIMIT 200
    MATCH (s)-[:NEXT*1..3]->(d:Drawer)
    RETURN d
  }
  WITH DISTINCT d
  WHERE d.owner = $owner AND d.withheld IS NULL
  RETURN collect({id: d.id, pointer: d.pointer, text: d.text, speaker: coalesce(d.speaker, ''), language: d.language}) AS said
}
RETURN near, said
