// List the edges between the nodes of a map as of an instant.
// Of each memory it reads at most `reach` relations and keeps the `each` most telling ones: replacement, contradiction
// and cause first, then by confidence. Of each memory it keeps at most `each` mentioned entities, and of each entity
// the `each` latest facts with it as the subject. Edges to nodes outside the map are left out. Times are microseconds
// since 1970, see `recall/describe_drawers`.
// mode: read
// params: owner, ids, uris, starts, ends, recorded, retracted, reach, each
// returns: relations, mentions, facts
WITH COLLECT { UNWIND $ids AS id
               MATCH (m:Memory {id: id})
               WITH m WHERE m.owner = $owner
               RETURN m } AS memories
RETURN COLLECT { UNWIND memories AS m
                 CALL (m) {
                   MATCH (m)-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]->(o:Memory)
                   WITH e, o LIMIT $reach
                   WHERE o.owner = $owner AND o.id IN $ids AND e.valid_from <= $starts AND e.valid_until > $ends
                     AND e.recorded_at <= $recorded AND e.retracted_at > $retracted
                   RETURN e, o
                   ORDER BY type(e) IN ['SUPERSEDES', 'CONTRADICTS', 'CAUSES'] DESC, e.confidence DESC, o.id
                   LIMIT $each
                 }
                 RETURN [m.id, type(e), o.id, e.valid_from.epochSeconds * 1000000 + e.valid_from.microsecond,
                         CASE WHEN e.valid_until < datetime('9999-12-31T00:00:00Z')
                           THEN e.valid_until.epochSeconds * 1000000 + e.valid_until.microsecond END] } AS relations,
       COLLECT { UNWIND memories AS m
                 CALL (m) {
                   MATCH (m)-[:MENTIONS]->(e:Entity)
                   WITH e LIMIT $each
                   WHERE e.uri IN $uris
                   RETURN e
                 }
                 RETURN [m.id, e.uri] } AS mentions,
       COLLECT { UNWIND $uris AS uri
                 CALL (uri) {
                   MATCH ()-[f:FACT]->()
                   USING INDEX f:FACT(owner, subject, valid_from)
                   WHERE f.owner = $owner AND f.subject = uri AND f.valid_from <= $starts
                   RETURN f ORDER BY f.owner DESC, f.subject DESC, f.valid_from DESC LIMIT $each
                 }
                 WITH f
                 WHERE f.object IN $uris AND f.valid_until > $ends AND f.recorded_at <= $recorded AND f.retracted_at > $retracted
                 RETURN [f.subject, f.predicate, f.object, f.valid_from.epochSeconds * 1000000 + f.valid_from.microsecond,
                         CASE WHEN f.valid_until < datetime('9999-12-31T00:00:00Z')
                           THEN f.valid_until.epochSeconds * 1000000 + f.valid_until.microsecond END] } AS facts
