// List the facts with one of these entities at an end, former ones too.
// mode: read
// params: owner, uris
// returns: fact
CALL () {
  UNWIND $uris AS uri
  MATCH ()-[f:FACT]->()
  USING INDEX f:FACT(owner, subject, valid_from)
  WHERE f.owner = $owner AND f.subject = uri AND f.valid_from IS NOT NULL AND f.version_of IS NULL
  RETURN f
  UNION
  UNWIND $uris AS uri
  MATCH ()-[f:FACT]->()
  USING INDEX f:FACT(owner, object, valid_from)
  WHERE f.owner = $owner AND f.object = uri AND f.valid_from IS NOT NULL AND f.version_of IS NULL
  RETURN f
}
RETURN {id: f.fact_id, subject: startNode(f).name, subject_uri: f.subject, predicate: f.predicate,
        object: endNode(f).name, object_uri: f.object, text: f.text, confidence: f.confidence,
        memory: f.memory_id, valid_from: f.valid_from, valid_until: f.valid_until,
        recorded_at: f.recorded_at, retracted_at: f.retracted_at} AS fact
ORDER BY f.valid_from, f.fact_id
