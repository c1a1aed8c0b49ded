// Return the neighbourhood of the best hits in the graph, as of an instant, in one answer.
// It holds memories one edge away, over which activation spreads; memories of the turns right before and after; and
// memories often recalled together with the hits. `linked`, `beside` and `together` limit each kind; 0 skips it. Of an
// often repeated memory, fifty turns count.
// mode: read
// params: owner, seeds, starts, ends, recorded, retracted, tiers, linked, beside, together, often
// returns: related, near, partners
CALL () {
  UNWIND CASE WHEN $linked > 0 THEN $seeds ELSE [] END AS seed
  MATCH (s:Memory {id: seed})
  USING INDEX s:Memory(id)
  WITH s WHERE s.owner = $owner
  CALL (s) {
    MATCH (s)-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]-(m)
    WHERE e.valid_from <= $starts AND e.valid_until > $ends
      AND e.recorded_at <= $recorded AND e.retracted_at > $retracted
    // Apart from the pattern: a planner that may begin at the other end reads all of the owner's memories.
    WITH m, e
    WHERE m.owner = $owner AND m.tier IN $tiers AND m.valid_from <= $starts AND m.valid_until > $ends
      AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
    RETURN m, e
    ORDER BY e.confidence DESC
    LIMIT $linked
  }
  RETURN collect([s.id, m.id, type(e), startNode(e) = s, e.confidence]) AS related
}
CALL () {
  UNWIND CASE WHEN $beside > 0 THEN $seeds ELSE [] END AS seed
  MATCH (s:Memory {id: seed})
  USING INDEX s:Memory(id)
  WITH s WHERE s.owner = $owner
  CALL (s) {
    MATCH (s)-[:DERIVED_FROM]->(d:Drawer)
    WITH s, d LIMIT 50
    MATCH (d)-[:NEXT]-(:Drawer)<-[:DERIVED_FROM]-(m)
    WITH s, m
    WHERE m.owner = $owner AND m <> s AND m.tier IN $tiers AND m.valid_from <= $starts AND m.valid_until > $ends
      AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
    WITH DISTINCT m
    RETURN m
    ORDER BY m.importance DESC
    LIMIT $beside
  }
  RETURN collect([s.id, m.id]) AS near
}
CALL () {
  UNWIND CASE WHEN $together > 0 THEN $seeds ELSE [] END AS seed
  MATCH (s:Memory {id: seed})
  USING INDEX s:Memory(id)
  WITH s WHERE s.owner = $owner
  CALL (s) {
    MATCH ()-[c:COACTIVATED]->(m:Memory)
    USING INDEX c:COACTIVATED(owner, origin, count)
    WHERE c.owner = $owner AND c.origin = s.id AND c.count >= $often - 0.5
    RETURN m, c ORDER BY c.owner DESC, c.origin DESC, c.count DESC LIMIT 20
    UNION ALL
    // A bond is kept at the smaller id of the two.
    MATCH (s)<-[c:COACTIVATED]-(m)
    WITH m, c LIMIT 100
    RETURN m, c
  }
  // Halved every thirty days; three times in an hour are three.
  WITH s, m, c.count * 0.5 ^ (duration.inSeconds(c.last_at, datetime()).seconds / 2592000.0) AS times
  WHERE times >= $often - 0.5 AND m.owner = $owner AND m.tier IN $tiers AND m.valid_from <= $starts AND m.valid_until > $ends
    AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
  WITH s, [s.id, m.id, times] AS partner ORDER BY times DESC
  WITH s, collect(partner)[..$together] AS mine
  UNWIND mine AS partner
  RETURN collect(partner) AS partners
}
RETURN related, near, partners
