// Return the facts read from each of these memories, former ones left out, at most $limit of each.
// mode: read
// params: owner, ids, limit
// returns: memory, found
UNWIND $ids AS id
CALL (id) {
  MATCH (s:Entity)-[f:FACT]->(o:Entity)
  USING INDEX f:FACT(owner, memory_id)
  WHERE f.owner = $owner AND f.memory_id = id AND f.version_of IS NULL
  WITH s, f, o LIMIT $limit
  RETURN collect({id: f.fact_id, subject: s.name, subject_uri: s.uri, predicate: f.predicate, object: o.name,
                  object_uri: o.uri, text: f.text, confidence: f.confidence, memory: f.memory_id,
                  valid_from: f.valid_from, valid_until: f.valid_until, recorded_at: f.recorded_at,
                  retracted_at: f.retracted_at}) AS found
}
RETURN id AS memory, found
