// Set the slot of facts by their owner's declaration of each relation.
// With one value at a time, subject and relation share a slot; else each fact has its own. One call takes a page of the
// owner's entities, in the order of their addresses.
// mode: write
// params: owner, after, declared, limit
// returns: last, slotted
MATCH (e:Entity)
USING INDEX e:Entity(owner, uri)
WHERE e.owner = $owner AND e.uri > $after
WITH e ORDER BY e.owner, e.uri LIMIT $limit
CALL (e) {
  UNWIND $declared AS relation
  CALL (e, relation) {
    MATCH ()-[f:FACT]->()
    USING INDEX f:FACT(owner, subject, predicate, valid_from)
    WHERE f.owner = $owner AND f.subject = e.uri AND f.predicate = relation.name AND f.valid_from IS NOT NULL
      AND f.slot IS NOT NULL
    RETURN f
  }
  SET f.slot = f.subject + ' ' + f.predicate + CASE WHEN relation.single THEN '' ELSE ' ' + f.object END
  RETURN count(f) AS slotted
}
RETURN max(e.uri) AS last, sum(slotted) AS slotted
