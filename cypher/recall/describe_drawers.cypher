// Describe turns: text, place and derived memories, with the stored vectors of some memories.
// The vectors serve the choice of memories that differ from each other. All turns come in one row of lists in the order
// of `store.recall.DESCRIBED`. A row each costs more to send, and so do maps (4.5 ms for ten turns against 2.8). Times
// are microseconds since 1970, since the driver takes a tenth of a millisecond to make each time of its own.
// `until` leaves out turns that were said later: a repeated memory leads to turns that nobody knew of then. `known`
// leaves out changes that were not known yet. Null is now. Turns that state something forgotten are left out, and so
// are turns with a memory that waits for a review.
// The list before the last field has the memories derived from a turn. Each comes with the turn of its replacement, and
// whether it was ended, as far as is known now. The memory that ended it may be forgotten since. Its last item is the
// turn that gave a fact of the memory another value (lives_in Foça, no longer Gothenburg). The memory as a whole still
// holds.
// mode: read
// params: owner, ids, until, known, memories
// returns: found, vectors
CALL () {
  UNWIND $ids AS id
  MATCH (d:Drawer {id: id})
  WITH d WHERE d.owner = $owner AND d.withheld IS NULL AND ($until IS NULL OR d.said_at <= $until)
    AND NOT EXISTS { (d)<-[:DERIVED_FROM]-(h:Memory) WHERE h.invalidated_by = 'quarantine' AND h.forgotten_at IS NULL }
  MATCH (w:Wing)-[:HAS_ROOM]->(r:Room)-[:HAS_CLOSET]->(c:Closet)-[:HAS_DRAWER]->(d)
  RETURN collect([
    d.id, d.text, d.speaker, d.role, d.said_at.epochSeconds * 1000000 + d.said_at.microsecond,
    d.position, d.pointer, d.tags, d.language, d.embedded, d.source_id,
    w.name, r.title, c.topic,
    [(d)<-[:DERIVED_FROM]-(:Memory)-[e:SUPERSEDES|CONTRADICTS]-(:Memory)-[:DERIVED_FROM]->(o:Drawer)
     WHERE e.recorded_at <= coalesce($known, datetime()) AND e.retracted_at > coalesce($known, datetime()) | o.id],
    [(d)<-[:DERIVED_FROM]-(m:Memory) | [
      m.retracted_at > coalesce($known, datetime()), m.category, m.scope,
      head(COLLECT {
        MATCH (m)<-[e:SUPERSEDES]-(:Memory)-[:DERIVED_FROM]->(o:Drawer)
        WHERE e.recorded_at <= coalesce($known, datetime()) AND e.retracted_at > coalesce($known, datetime())
          AND ($until IS NULL OR o.said_at <= $until)
        RETURN CASE WHEN o.withheld IS NULL THEN o.pointer ELSE '' END LIMIT 1
      }),
      $known IS NULL AND m.temporal_type <> 'time_bounded' AND m.valid_until <= coalesce($until, datetime()),
      m.id,
      head(COLLECT {
        MATCH (s:Entity)-[f:FACT]->(:Entity)
        USING INDEX f:FACT(owner, memory_id)
        WHERE f.owner = $owner AND f.memory_id = m.id AND f.slot IS NOT NULL
          AND f.valid_until <= coalesce($until, datetime())
          AND f.recorded_at <= coalesce($known, datetime()) AND f.retracted_at > coalesce($known, datetime())
        WITH s, f LIMIT 5
        MATCH (s)-[g:FACT]->(:Entity)
        USING INDEX g:FACT(owner, slot, valid_until)
        WHERE g.owner = $owner AND g.slot = f.slot AND g.valid_until > f.valid_until
          AND g.valid_from >= f.valid_until AND g.valid_from <= coalesce($until, datetime())
          AND g.recorded_at <= coalesce($known, datetime()) AND g.retracted_at > coalesce($known, datetime())
        WITH g.memory_id AS later LIMIT 5
        MATCH (:Memory {id: later, owner: $owner})-[:DERIVED_FROM]->(o:Drawer)
        WHERE o.id <> d.id AND o.withheld IS NULL
        RETURN o.pointer LIMIT 1
      })
    ]],
    d.token_states
  ]) AS found
}
CALL () {
  MATCH (m:Memory)
  USING INDEX m:Memory(id)
  WHERE m.id IN $memories
  WITH m WHERE m.owner = $owner AND m.embedding IS NOT NULL
  RETURN collect([m.id, m.embedding]) AS vectors
}
RETURN found, vectors
