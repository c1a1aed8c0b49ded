// List the turns in the space $owner that copy one memory of a member, the first filed first.
// mode: read
// params: owner, conversation, author, sources
// returns: drawer, pointer, memories
MATCH (d:Drawer)
USING INDEX d:Drawer(owner, conversation, filed_at, position)
WHERE d.owner = $owner AND d.conversation STARTS WITH $conversation AND d.filed_at IS NOT NULL
  AND d.position IS NOT NULL
WITH d WHERE d.owner = $owner AND d.author = $author AND d.source_id IN $sources
RETURN d.id AS drawer, d.pointer AS pointer,
       COLLECT { MATCH (d)<-[:DERIVED_FROM]-(m:Memory) WHERE m.retracted_at > datetime() RETURN m.id ORDER BY m.id } AS memories
LIMIT 100
