// List copies in the space $owner whose source memory no longer says what was shared.
// It reads turns of the space, of some of its memories, and of conversations whose ids begin so. The source was
// forgotten, ended, deleted, or edited; `becomes` is the edited text's memory. `kept` are copies that the space keeps
// when their source has ended by itself. A kept copy (`withdrawn`) strays when its source is forgotten or deleted.
// mode: read
// params: owner, drawers, memories, conversation, copy, withdrawn, now
// returns: drawer, pointer, author, becomes, kept
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
WITH DISTINCT d, d.source_id STARTS WITH $withdrawn AS was_kept
WHERE d.owner = $owner AND (d.source_id STARTS WITH $copy OR was_kept)
OPTIONAL MATCH (s:Memory {id: split(d.source_id, ' ')[-1]})
WHERE s.owner = d.author
WITH d, s, was_kept
WHERE s IS NULL OR s.forgotten_at IS NOT NULL
   OR (NOT was_kept AND s.merged_into IS NULL AND (s.retracted_at <= $now OR s.valid_until <= $now))
OPTIONAL CALL (s) {
  MATCH (s)(()<-[e:SUPERSEDES WHERE e.detected_by = 'edit']-(:Memory)){1,9}(b:Memory)
  WHERE b.owner = s.owner AND b.retracted_at > $now AND b.valid_until > $now
  RETURN b.id AS becomes LIMIT 1
}
OPTIONAL MATCH (o:Owner {key: d.author})
RETURN d.id AS drawer, d.pointer AS pointer, o.name AS author, becomes,
       s IS NOT NULL AND s.forgotten_at IS NULL AND EXISTS { MATCH (sp:Owner {key: $owner}) WHERE sp.keeps_copies } AS kept
