// Of turns of the space $owner, of those that some of its memories were made of, and of those in conversations that begin so,
// the copies of memories that are not any more what was shared: they were forgotten, ended, deleted, or edited, so that each
// `becomes` another.
// mode: read
// params: owner, drawers, memories, conversation, copy, now
// returns: pointer, author, becomes
CYPHER 25
CALL () {
  UNWIND $drawers AS id
  MATCH (d:Drawer {id: id})
  RETURN d
  UNION
  UNWIND $memories AS id
  MATCH (:Memory {id: id})-[:DERIVED_FROM]->(d:Drawer)
  RETURN d
  UNION
  MATCH (d:Drawer)
  USING INDEX d:Drawer(owner, conversation, filed_at, position)
  WHERE d.owner = $owner AND d.conversation STARTS WITH $conversation AND d.filed_at IS NOT NULL
    AND d.position IS NOT NULL
  RETURN d
}
WITH DISTINCT d
WHERE d.owner = $owner AND d.source_id STARTS WITH $copy
OPTIONAL MATCH (s:Memory {id: substring(d.source_id, size($copy))})
WHERE s.owner = d.author
WITH d, s
WHERE s IS NULL OR s.forgotten_at IS NOT NULL OR (s.merged_into IS NULL AND (s.retracted_at <= $now OR s.valid_until <= $now))
OPTIONAL CALL (s) {
  MATCH (s)(()<-[e:SUPERSEDES WHERE e.detected_by = 'edit']-(:Memory)){1,9}(b:Memory)
  WHERE b.owner = s.owner AND b.retracted_at > $now AND b.valid_until > $now
  RETURN b.id AS becomes LIMIT 1
}
OPTIONAL MATCH (o:Owner {key: d.author})
RETURN d.pointer AS pointer, o.name AS author, becomes
