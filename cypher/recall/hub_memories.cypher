// Return the facts and memories of the entities that a question names, as of an instant.
// Each kind comes in the order of an index, from the instant back. A popular entity gives its `reach` last memories, of
// which the most important are kept.
// mode: read
// params: owner, hubs, starts, ends, recorded, retracted, tiers, reach, limit
// returns: uri, facts, memories
UNWIND $hubs AS hub
RETURN hub.uri AS uri,
       COLLECT { UNWIND hub.uris AS uri
                 CALL (uri) {
                   MATCH ()-[f:FACT]->()
                   USING INDEX f:FACT(owner, subject, valid_from)
                   WHERE f.owner = $owner AND f.subject = uri AND f.valid_from <= $starts
                   RETURN f ORDER BY f.owner DESC, f.subject DESC, f.valid_from DESC LIMIT $reach
                   UNION
                   MATCH ()-[f:FACT]->()
                   USING INDEX f:FACT(owner, object, valid_from)
                   WHERE f.owner = $owner AND f.object = uri AND f.valid_from <= $starts
                   RETURN f ORDER BY f.owner DESC, f.object DESC, f.valid_from DESC LIMIT $reach
                 }
                 WITH DISTINCT f
                 WHERE f.valid_until > $ends AND f.recorded_at <= $recorded AND f.retracted_at > $retracted
                 WITH f ORDER BY f.valid_from DESC, f.fact_id LIMIT $limit
                 MATCH (told:Memory {id: f.memory_id})
                 WHERE told.owner = $owner AND told.tier IN $tiers AND told.valid_from <= $starts
                   AND told.valid_until > $ends AND told.recorded_at <= $recorded AND told.retracted_at > $retracted
                 RETURN told.id } AS facts,
       COLLECT { UNWIND hub.uris AS uri
                 CALL (uri) {
                   MATCH (m:Memory)-[r:MENTIONS]->()
                   USING INDEX r:MENTIONS(owner, uri, valid_from)
                   WHERE r.owner = $owner AND r.uri = uri AND r.valid_from <= $starts
                   RETURN m ORDER BY r.owner DESC, r.uri DESC, r.valid_from DESC LIMIT $reach
                 }
                 WITH DISTINCT m
                 WHERE m.tier IN $tiers AND m.valid_until > $ends
                   AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
                 WITH m ORDER BY m.importance DESC, m.said_at DESC LIMIT $limit
                 RETURN m.id } AS memories
